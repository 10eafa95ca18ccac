import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../kernel/schema.ts';
import { longestPictureName } from './acting/picture-name.ts';
import type { Rect } from './scene/rect.ts';
import { stepTypes } from './task.ts';

const text = Type.String();

const pixels = { type: 'integer', minimum: 0 };

export const Step = Type.Object({
  title: text,
  type: oneOf(stepTypes),
  status: oneOf(['passed', 'failed', 'skipped']),
  summary: nullable.text(),
  error: nullable.text(),
  startedAtMs: Type.Integer({ description: 'Milliseconds since the start of the run' }),
  completedAtMs: Type.Integer({ description: 'Milliseconds since the start of the run' }),
  screenshotUrl: nullable.text({ description: 'The screen after the step' }),
  sceneUrl: nullable.text({
    description: 'What was on the screen after a failed step, as JSON: things, texts and their places',
  }),
  hierarchyUrl: nullable.text({
    description: "What the phone's driver said of the screen after a failed step, as XML",
  }),
  sentences: nullable.texts({
    description:
      'Sentences that do the same without a model: of a step in plain sentences its own, of a step that a model has executed what it did. Null where there are none',
  }),
});

export type Step = Static<typeof Step>;

export const Finding = Type.Object({
  /** An `issue` makes the run FAILED, a `warning` does not. */
  type: oneOf(['issue', 'warning']),
  name: text,
  description: text,
  url: nullable.text(),
  severity: Type.Unsafe<1 | 2 | 3 | 4 | 5>({ type: 'integer', minimum: 1, maximum: 5 }),
  expectedBehavior: nullable.text(),
  actualBehavior: nullable.text(),
  screenshotUrl: nullable.text(),
  stepIndex: nullable.integer({
    minimum: 0,
    description: 'The step that it came up in; null after the last',
  }),
  stepsToReproduce: nullable.text({ description: 'What was done until then, in one line' }),
  rect: Type.Unsafe<Rect | null>({
    type: ['object', 'null'],
    description: 'What it speaks of, in pixels of its screenshot',
    properties: { x: pixels, y: pixels, width: pixels, height: pixels },
    required: ['x', 'y', 'width', 'height'],
  }),
});

export type Finding = Static<typeof Finding>;

/** Which of the pictures that a test compares with. */
export const PictureId = Type.Object({
  name: Type.String({ minLength: 1, maxLength: longestPictureName }),
  width: Type.Integer({ minimum: 1, maximum: 100_000 }),
  height: Type.Integer({ minimum: 1, maximum: 100_000 }),
  browser: Type.String({ minLength: 1, maxLength: 100 }),
});

export type PictureId = Static<typeof PictureId>;

/** A picture that waits for somebody to say that it is right. */
export interface ProposedPicture {
  readonly picture: PictureId;
  readonly png: Buffer;
  /** From the approved one, where there is one. */
  readonly difference: { readonly png: Buffer; readonly pixels: number } | null;
}

/** The video of a run, the phone's log, and what its driver said of a screen. */
export const phoneFileKinds = ['video', 'log', 'hierarchy'] as const;

export type PhoneFileKind = (typeof phoneFileKinds)[number];

/** Which phone it is, as far as its server says. */
export interface PhoneDetails {
  readonly name: string | null;
  readonly model: string | null;
  /** Of its operating system. */
  readonly version: string | null;
  /** The page that a device cloud has of the session. */
  readonly sessionUrl: string | null;
}

/** Where a pilot puts what it has done and seen, as it goes: a run that breaks off keeps what was reported until then. */
export interface RunReport {
  describe(about: { featureName?: string; description?: string }): void;
  step(step: Step): void;
  finding(finding: Finding): void;
  /** Keeps a PNG and returns its address. */
  screenshot(png: Buffer): Promise<string>;
  /** Keeps what was on the screen, as JSON, and returns its address. */
  scene(json: Buffer): Promise<string>;
  /** The approved picture to compare with; null while there is none. */
  baseline(picture: PictureId): Promise<Buffer | null>;
  /** Keeps a picture until somebody approves it, and returns the id of its baseline. */
  propose(proposed: ProposedPicture): Promise<string>;
  /** Keeps the recording of the run, a zip. */
  trace(zip: Buffer): Promise<void>;
  /** The phone that executes the run. */
  device(details: PhoneDetails): void;
  /** Keeps what a phone has to show, and returns its address. */
  file(kind: PhoneFileKind, bytes: Buffer): Promise<string>;
}

/** Those who look at a run while it runs. */
export interface Viewers {
  /** Called while somebody looks, again and again. Returns the way to stop. */
  onLook(listener: () => void): () => void;
  /** What is on the screen now, as a JPEG. */
  show(jpeg: Buffer): void;
}

export interface RestartableReport extends RunReport {
  readonly viewers: Viewers;
  /** The run begins anew: whatever was reported until now no longer counts. */
  restart(): void;
}

/** A run can't be executed; the message is for the person who submitted it. */
export class ExecutionFailure extends Error {
  override readonly name = 'ExecutionFailure';
  readonly code: string;

  constructor(code: string, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.code = code;
  }
}
