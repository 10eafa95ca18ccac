import type { TSchema } from 'typebox';
import { ExecutionFailure, type PhoneDetails } from '../report.ts';
import type { Rect } from '../scene/rect.ts';
import type { Scene } from '../scene/scene.ts';
import type { Fault } from '../scene/wording.ts';
import type { PhoneSettings, Platform } from '../task.ts';
import type { ActionName } from './catalogue.ts';

export interface Limits {
  /** Stops everything: the run is over. */
  readonly signal: AbortSignal;
  /** How long to wait for what is asked for to be there. */
  readonly timeoutMs: number;
}

/** What a device can do, as data: a pilot chooses one by name, and the schema checks what it is given. */
export interface OfferedAction {
  readonly name: ActionName;
  readonly description: string;
  readonly parameters: TSchema;
}

/** What went wrong beside the screen, on the tested site itself. */
export interface Incident {
  readonly kind: 'answer' | 'request' | 'console';
  /** One sentence: "POST /api/orders answered 500." */
  readonly message: string;
  readonly url: string | null;
  /** Of an answer. */
  readonly status: number | null;
  /** When the request was made or the line was written, by `Date.now()`. */
  readonly atMs: number;
  /** How the body of a server error begins; null where there is no text to show. */
  readonly answer: string | null;
}

/** A screen that stood there for a while, from the end of the first look at it to the start of the last, by `performance.now()`. */
export interface ShownScreen {
  readonly scene: Scene;
  readonly fromMs: number;
  readonly untilMs: number;
  /** When it came, the action had made requests, and none of them had been answered. */
  readonly isUnanswered: boolean;
  /** How often there had been an answer when it was first seen, and when it was last seen. */
  readonly answersBefore: number;
  readonly answersAfter: number;
}

/** An action that has ended, and what there was before and since. */
export interface LastAct {
  /** The screen on which it found what it acted on; null where it looked for nothing, or led to another page. */
  readonly before: Scene | null;
  readonly isElsewhere: boolean;
  /** What has been seen since, the oldest first; not more than the last ones. */
  readonly shown: readonly ShownScreen[];
  /** The screen has come to rest since, as far as the looks at it tell, or never does. */
  readonly isOver: boolean;
}

/** How much an accessibility issue hinders people, from little to most. */
export const impacts = ['minor', 'moderate', 'serious', 'critical'] as const;
export type Impact = (typeof impacts)[number];

/** A rule of accessibility that a page breaks. */
export interface AccessibilityIssue {
  readonly rule: string;
  readonly impact: Impact;
  /** What must be so: "Images must have alternative text". */
  readonly help: string;
  /** Where the rule is explained. */
  readonly helpUrl: string;
  /** How many elements break it. */
  readonly count: number;
  /** The first of them. */
  readonly elements: readonly {
    readonly selector: string;
    readonly reason: string;
    readonly rect: Rect | null;
  }[];
}

/** What a page looks like, to be compared with what it looked like in the same window of the same browser. */
export interface PagePicture {
  /** Nothing in it moves, and what is secret is covered. */
  readonly png: Buffer;
  /** Of the window. */
  readonly width: number;
  readonly height: number;
  /** Such as `chromium-linux`: each draws in its own way. */
  readonly browser: string;
}

/** A file that the page has handed to the browser. */
export interface Download {
  /** As the page or its server calls it: words, and never a path. */
  readonly name: string;
  /** In bytes; of one that is under way, what has come so far. */
  readonly size: number;
  readonly state: 'under way' | 'finished' | 'failed';
  /** Why it failed. */
  readonly reason: string | null;
  /** How a finished one begins, where it is text. */
  readonly text: string | null;
  /** There is more of the text. */
  readonly isCut: boolean;
}

/** What only a page of a browser can be asked. */
export interface WebPage {
  /**
   * A small JPEG of what is shown this moment, taken beside whatever the run does, which it does not disturb. Null where none is
   * to be had, and while something secret is shown. No evidence.
   */
  glimpse(): Promise<Buffer | null>;
  picture(signal: AbortSignal): Promise<PagePicture>;
  /** What is wrong on the page as it is shown right now. */
  accessibilityIssues(signal: AbortSignal): Promise<readonly AccessibilityIssue[]>;
  /** What a list of the browser offers, also while it is closed; null for what is none, or is not there. */
  options(key: string, signal: AbortSignal): Promise<readonly string[] | null>;
  /** Of this run, in the order in which they began. */
  downloads(signal: AbortSignal): Promise<readonly Download[]>;
}

/** What only a phone can be asked. */
interface Phone {
  readonly details: PhoneDetails;
  /** How often it was told to do something, and not only looked at. */
  commands(): number;
  /** The end of its own log until now; null where its driver gives none. What is secret is covered. */
  log(signal: AbortSignal): Promise<string | null>;
  /** What its driver said of the screen when it was last looked at. What is secret is covered. */
  hierarchy(): string | null;
  /** A recording of its screen, as MP4; null where there is none, as of a run that used a secret. Ends the recording. */
  video(signal: AbortSignal): Promise<Buffer | null>;
}

/** A browser page or a phone, for one run. */
export interface Device {
  readonly actions: readonly OfferedAction[];
  /**
   * Waits for its target, acts, and says in one sentence what it did. Throws `ActionFailed` when the tested thing does not
   * let it, `ExecutionFailure` when the run can't continue.
   */
  perform(action: ActionName, input: unknown, limits: Limits): Promise<string>;
  /** Null on a phone. */
  readonly page: WebPage | null;
  /** Null in a browser. */
  readonly phone: Phone | null;
  /** What is on the screen right now; does not wait. */
  scene(signal: AbortSignal): Promise<Scene>;
  /** What is on the screen, as text with references that actions take. */
  snapshot(signal: AbortSignal): Promise<string>;
  /** A PNG. What is secret is covered. */
  screenshot(signal: AbortSignal): Promise<Buffer>;
  /** Waits until requests under way to the tested site are answered, for a bounded time. */
  settle(signal: AbortSignal): Promise<void>;
  /** The last action; null before the first, and where nobody can say what came of one. */
  lastAct(): LastAct | null;
  /** What has gone wrong, up to this call, since it was last asked. */
  incidents(): Promise<Incident[]>;
  /** A recording of the run so far for an engineer to look at, as a zip; null when there is none. Ends the recording. */
  trace(signal: AbortSignal): Promise<Buffer | null>;
  /** `result` is for those who keep one of their own, such as a device cloud. */
  close(result?: RunResult): Promise<void>;
}

/** The result of a run, for its device. */
export interface RunResult {
  readonly isPassed: boolean;
  /** Why not; null for one that has passed. */
  readonly reason: string | null;
}

/** What no screenshot and no snapshot may show. */
export interface Secret {
  readonly name: string;
  readonly value: string;
  /** The only pages that it is filled in on, written as `allowedHosts`; null: those that the run may go to. */
  readonly hosts: readonly string[] | null;
}

/** The app that a run tests, as a device gets to know it. */
export interface DeviceApp {
  /** As people call it. */
  readonly name: string;
  readonly bundleId: string | null;
  /** Where the phone's server finds it: an address, a file, or what a device cloud calls it. */
  readonly source: string;
}

/** Plain data: it is sent to another process. */
export interface DeviceRequest {
  /** What the run is called where its device shows it. */
  readonly runName: string;
  readonly platform: Platform;
  readonly targetUrl: string | null;
  readonly app: DeviceApp | null;
  /** Hosts that the browser may go to, such as `shop.example.com` and `*.example.com`; null: the host that it goes to first. */
  readonly allowedHosts: readonly string[] | null;
  readonly secrets: readonly Secret[];
  /** Null: as it is. */
  readonly phone: PhoneSettings | null;
}

/** A browser, or the phones of one server. */
export interface DevicePool {
  /** Throws `ExecutionFailure` when none can be had. */
  open(request: DeviceRequest, signal: AbortSignal): Promise<Device>;
  /** Resolves when nothing is still running that a run has left behind, such as a session that is still being opened. */
  idle?(): Promise<void>;
  close(): Promise<void>;
}

/** One of several things that are not as they should be. */
export interface Shortcoming {
  readonly name: string;
  readonly description: string;
  readonly severity: 1 | 2 | 3 | 4 | 5;
  readonly expected: string;
  readonly actual: string;
  readonly rect: Rect | null;
}

interface Evidence {
  readonly expected?: string;
  readonly actual?: string;
  readonly rect?: Rect | null;
  readonly shortcomings?: readonly Shortcoming[];
}

/** The tested app prevented a step, or is not as it should be: the test has failed. */
export class ActionFailed extends Error {
  override readonly name = 'ActionFailed';
  readonly expected: string | null;
  readonly actual: string | null;
  /** What it speaks of, on the screen. */
  readonly rect: Rect | null;
  /** Where it is made up of several, each is an issue of its own. */
  readonly shortcomings: readonly Shortcoming[];

  constructor(message: string, evidence: Evidence = {}) {
    super(message);
    this.expected = evidence.expected ?? null;
    this.actual = evidence.actual ?? null;
    this.rect = evidence.rect ?? null;
    this.shortcomings = evidence.shortcomings ?? [];
  }

  /** The same, with the place of the thing that was acted on. */
  at(rect: Rect | null): ActionFailed {
    const { message, expected, actual, shortcomings } = this;
    return new ActionFailed(message, {
      shortcomings,
      ...(expected !== null && { expected }),
      ...(actual !== null && { actual }),
      rect: this.rect ?? rect,
    });
  }
}

/**
 * The app under test has ended by itself, or no longer answers: the test has failed, and nothing is left to test. The
 * device throws it at every look from then on.
 */
export class AppCrashed extends Error {
  override readonly name = 'AppCrashed';
  readonly kind: 'crashed' | 'stopped responding';

  constructor(kind: AppCrashed['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** What was to be is not, and what there is instead says why: `fault: actual.` */
export function mismatch(
  fault: string,
  evidence: Evidence & { readonly expected: string; readonly actual: string },
): ActionFailed {
  return new ActionFailed(`${fault}: ${evidence.actual}.`, evidence);
}

/** A description that finds nothing proves nothing: there is no verdict. */
export class NothingCalledSo extends ExecutionFailure {
  constructor(message: string) {
    super('STEP_NOT_UNDERSTOOD', message);
  }
}

/** Nothing was found where the tested thing should have it. */
export function failure({ message, isUnclear, ...evidence }: Fault): ActionFailed | ExecutionFailure {
  return isUnclear === true ? new NothingCalledSo(message) : new ActionFailed(message, evidence);
}

/** The words fit several things equally well: that is a fault of the test, and none of them is chosen. */
export function ambiguity({ message, isUnclear }: Fault): ExecutionFailure {
  return new ExecutionFailure(isUnclear === true ? 'STEP_NOT_UNDERSTOOD' : 'STEP_AMBIGUOUS', message);
}
