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
