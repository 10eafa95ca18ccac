/** Made for CI: a script can tell a failed test from everything else. */
export const exitCodes = {
  passed: 0,
  testFailed: 1,
  notUnderstood: 1,
  notDelivered: 1,
  usage: 2,
  notExecuted: 3,
  unreachable: 4,
  /** Of the program itself, as `sysexits.h` has it. */
  fault: 70,
} as const;

export const exitCodeHelp: ReadonlyArray<readonly [code: number | string, meaning: string]> = [
  [exitCodes.passed, 'done; where a verdict is awaited: every test has passed'],
  [
    exitCodes.testFailed,
    'a test has failed: it was executed and found an issue; or "steps read" met a sentence that is not understood; or the receiver refused what "projects test-webhook" sent',
  ],
  [
    exitCodes.usage,
    'wrong arguments, tests or files of tests with a fault, or the service refused the call: no access, no such thing, not possible',
  ],
  [exitCodes.notExecuted, 'a run could not be executed, was cancelled, or did not end within --timeout'],
  [exitCodes.unreachable, "the service can't be reached, or in trouble itself"],
  [exitCodes.fault, 'a fault of this program'],
  ['130, 143', 'ended by Ctrl-C or SIGTERM'],
];
