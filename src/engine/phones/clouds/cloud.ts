import type { RunResult } from '../../acting/device.ts';
import type { Capabilities } from '../servers.ts';

export type CloudKind = 'browserstack' | 'sauce' | 'lambdatest';

export interface CloudAccount {
  readonly kind: CloudKind;
  readonly username: string;
  readonly accessKey: string;
  /** Of Sauce Labs. */
  readonly region: string;
  /** Where builds are uploaded to, if not to the cloud's usual address. */
  readonly uploadUrl: string | null;
}

/** What a run is called on the pages of a cloud. */
export interface SessionNames {
  /** Sessions on one build stand together. */
  readonly build: string;
  readonly session: string;
}

/** A phone of a cloud, as a slot gets to know it: without the key, which only the header of its requests carries. */
export interface CloudPhone {
  readonly kind: CloudKind;
  /** Of Sauce Labs. */
  readonly region: string;
  readonly isReal: boolean | null;
}

/** What is different from one device cloud to the next, as data. */
export interface Cloud {
  readonly name: string;
  readonly upload: {
    url(account: Pick<CloudAccount, 'region'>, isReal: boolean | null): string;
    /** Of the form: the field with the file, and the others. */
    readonly fileField: string;
    fields(filename: string): Readonly<Record<string, string>>;
    /** What the capability `appium:app` says of the build from now on; null where the answer names none. */
    reference(answer: unknown): string | null;
    /** For so long a build that was uploaded is relied upon: less than the cloud keeps it. */
    readonly reliedUponDays: number;
  };
  /** How it refuses a session on a build that it no longer has. */
  readonly unknownApp: RegExp;
  /** The capability with its own settings. */
  readonly optionsName: string;
  options(names: SessionNames, phone: CloudPhone): Capabilities;
  /** The script, run in the session, that sets its result. */
  resultScript(result: RunResult): string;
  /** The session's own page: by its id alone, or by asking the session. */
  readonly page:
    | { url(sessionId: string, phone: CloudPhone): string }
    | { readonly script: string; read(answer: unknown): string | null };
}
