/** A member that callers know, from this interface or from that of the hosted product, and that has no effect here. */
export interface UnavailableMember {
  /** Members of an array have the path of the array. */
  path: string;
  operations: readonly string[];
  /** What changes the outcome of a call is refused; a note beside it only gets a warning. */
  isRefused: boolean;
  /** Follows the path. */
  message: string;
}

const startingRuns = ['submitRun', 'runTest', 'triggerGroup', 'triggerGroupByWebhook'];
const writingGroups = ['createGroup', 'updateGroup'];
const writingSteps = ['createTest', 'updateTest', 'readSteps'];

const refused =
  (operations: readonly string[]) =>
  (path: string, message: string): UnavailableMember => ({ path, operations, isRefused: true, message });
const noted =
  (operations: readonly string[]) =>
  (path: string, message: string): UnavailableMember => ({ path, operations, isRefused: false, message });

const ofRun = refused(startingRuns);
const ofStep = refused(writingSteps);

export const unavailableMembers: readonly UnavailableMember[] = [
  ofRun('mode', "can't be chosen: every run is executed in the same way"),
  ofRun('deviceModel', "can't be chosen: ask for a phone by the labels or the version in device"),
  ofRun('credentials', "can't be used yet: keep a login in secret variables and name them in the steps"),
  ofRun('prepTestId', "can't be used yet: begin the test with the steps that prepare it"),
  refused(writingGroups)('prepTestId', "can't be used yet: begin each test with the steps that prepare it"),
  ofRun('appId', 'must be inside mobile'),
  ofRun('bundleId', 'must be inside mobile'),
  ofRun('artifactUrl', 'must be inside mobile'),
  ofRun('mobile.buildId', "can't be used: name the build by appId, bundleId or artifactUrl"),
  noted(startingRuns)('mobile.artifactFilename', "isn't used: the build is recognized by what is in it"),
  noted(startingRuns)('prNumber', "isn't kept yet"),
  ofStep('steps.credentialId', "can't be used yet: name secret variables in the title of the step"),
  ofStep('steps.temporaryEmail', "can't be used yet: there are no mailboxes"),
  ofStep('steps.fileIds', "can't be used yet: there are no stored files"),
  ofStep('steps.code', "can't be used yet: a step is a sentence in title"),
  noted(['createProject'])('projectType', "isn't kept: a project takes web tests and mobile tests"),
];
