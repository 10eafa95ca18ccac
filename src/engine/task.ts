import type { Readable } from 'node:stream';
import type { Variable } from '../kernel/variables.ts';

export const platforms = ['web', 'ios', 'android'] as const;

export type Platform = (typeof platforms)[number];

export const stepTypes = ['act', 'assert', 'screenshot'] as const;

export type StepType = (typeof stepTypes)[number];

/** What a run shall do: a prompt, or the steps of a stored test. */
export interface Task {
  prompt: string | null;
  steps: ReadonlyArray<{ type: StepType; title: string }> | null;
  targetUrl: string | null;
  platform: Platform;
  variables: readonly Variable[];
}

/** How the phone of a run is set up before its app starts. */
export interface PhoneSettings {
  /** Those that the app has from the start, such as `camera`; `all` for all that it asks for. */
  readonly permissions: readonly string[];
  /** Such as `de-DE`; null: as the phone has it. */
  readonly locale: string | null;
  /** Such as `Europe/Berlin`; null: as the phone has it. */
  readonly timeZone: string | null;
}

/** The forms in which phones take an app: Android, iOS simulators, real iPhones. */
export type AppSuffix = '.apk' | '.zip' | '.ipa';

/** Which build is in which cloud: never the key of an account, but what it is known by. */
interface CloudUploadKey {
  readonly cloud: string;
  readonly account: string;
  readonly sha256: string;
  readonly form: AppSuffix;
}

/** What device clouds call the builds that they were given. */
export interface CloudUploads {
  /** Null where none was uploaded within so many days. */
  find(key: CloudUploadKey, withinDays: number): Promise<string | null>;
  remember(key: CloudUploadKey, reference: string): Promise<void>;
}

/** The app that a run tests, as it is stored. */
export interface AppFile {
  readonly id: string;
  /** As people call it, with its version: `Shop 1.2`. */
  readonly name: string;
  /** The name that it was uploaded under, with its suffix. */
  readonly filename: string;
  readonly bundleId: string | null;
  /** Of an iOS app; null where it is not known. */
  readonly builtFor: 'simulator' | 'device' | null;
  /** Of an iOS app: where in the archive it lies, such as `Payload/Shop.app`; null where nobody has looked. */
  readonly folder: string | null;
  readonly size: number;
  read(): Promise<Readable>;
  /** An address, good for the time of a run, at which a phone's server can fetch it as a file with that suffix. */
  address(suffix: AppSuffix): Promise<string>;
  /** Puts a file made from it beside the run, and says such an address. It goes with the run. */
  share(file: { path: string; suffix: AppSuffix }): Promise<string>;
  readonly cloudUploads: CloudUploads;
}

/** What a run asks for. */
export interface RunAssignment {
  /** What the run is called where its device shows it. */
  readonly name: string;
  readonly task: Task;
  readonly app: AppFile | null;
  /** Hosts that the browser may go to; null: the host that it goes to first. */
  readonly allowedHosts: readonly string[] | null;
  /** How the phone is set up before the app starts. */
  readonly phone?: PhoneSettings | null;
  /** Is given what must end before another may use the device: its session is closed only after the run. */
  inUse?(until: Promise<void>): void;
}
