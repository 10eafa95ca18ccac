// Written from openapi.json by scripts/client-types.mjs: what is changed here is lost.

export interface InitiateUpload extends Strictness {
  /** A name that ends in .app.zip, .app.tar.gz, .zip, .tgz, .apk or .ipa */
  filename: string;
  /** Size of the file in bytes */
  fileSize: number;
  /** Delete the upload after this many seconds; omitted means permanent */
  removeAfter?: number | null | undefined;
}

export interface UploadTicket {
  /** Address for one HTTP PUT of the binary, valid for 30 minutes */
  uploadUrl: string;
  /** files/{projectId}/<unique>.<extension> */
  storageKey: string;
  filename: string;
  fileSize: number;
  removeAfter?: number | undefined;
}

export interface ErrorBody {
  /** Stable code of the error */
  error:
    | 'ValidationError'
    | 'Unauthorized'
    | 'Forbidden'
    | 'NotFound'
    | 'UploadIncomplete'
    | 'Conflict'
    | 'UploadExpired'
    | 'PayloadTooLarge'
    | 'UnsupportedMediaType'
    | 'UploadMismatch'
    | 'InvalidApp'
    | 'RateLimited'
    | 'Internal'
    | 'Unavailable';
  /** One sentence that says what to do */
  message: string;
  /** Each wrong field, where several are wrong */
  details?:
    | Array<{
        path: string;
        message: string;
      }>
    | undefined;
  /** The log of the service has the same id */
  requestId: string;
}

export interface ConfirmUpload extends Strictness {
  /** The storageKey of the ticket */
  storageKey: string;
  /** The filename of the ticket */
  filename: string;
  /** The fileSize of the ticket */
  fileSize: number;
  /** Delete the upload after this many seconds; omitted means permanent */
  removeAfter?: number | null | undefined;
  /** SHA-256 of the binary as the caller has computed it, in hex: a list can then be asked for it */
  sha256?: string | null | undefined;
}

export interface MobileApp {
  /** Identifier of the upload */
  id: string;
  platform: 'ios' | 'android';
  /** Name of the app, without its archive suffix */
  filename: string;
  /** Bundle identifier; several uploads may share one */
  bundleId: string | null;
  /** Version label */
  appVersion: string | null;
  /** Build label */
  buildVersion: string | null;
  /** Where an iOS build runs: in the simulator, or on a real device; null for Android and where the build does not tell */
  builtFor: 'simulator' | 'device' | null;
  /** Of its machine code, such as arm64 or x86_64; empty where an Android app has none of its own, null where the build does not tell */
  architectures: Array<string> | null;
  /** Bytes */
  fileSize: number;
  source: 'api_upload' | 'group_webhook_artifact';
  /** Null when the upload is permanent */
  expiresAt: string | null;
  /** Seconds; null when the upload is permanent */
  removeAfter: number | null;
  /** The icon of the build, a PNG or WebP, for everyone who has the address, as long as the app is listed; null where it has none that can be shown */
  iconUrl: string | null;
  /** Creation time */
  createdAt: string;
}

export interface DeletedApp {
  deleted: boolean;
}

export interface AppUsage {
  runs: {
    /** Counted up to 10,000 */
    total: number;
    /** Those of them that have not ended */
    unfinished: number;
    /** When the latest was created */
    lastAt: string | null;
  };
  /** The newest ten */
  batches: Array<{
    id: string;
    groupName: string;
    createdAt: string;
  }>;
  /** Ten at most, of the latest 1,000 runs */
  tests: Array<{
    testId: string;
    title: string;
    lastRunAt: string;
  }>;
}

export interface CreateProject extends Strictness {
  /** One to 200 characters */
  name: string;
  /** Receives the results of all runs that name no other address */
  webhookUrl?: string | null | undefined;
  /** What web runs test when they name no other address */
  targetUrl?: string | null | undefined;
  /** Another name of `targetUrl` */
  url?: string | null | undefined;
  /** Null removes it */
  description?: string | null | undefined;
  /** How many runs of the project are executed at once; 5 by default */
  concurrency?: number | null | undefined;
  /** Where the browser of a run may go, such as shop.example.com, *.example.com or localhost:3000; null: the host that it goes to first, and those that this redirects to */
  allowedHosts?: Array<string> | null | undefined;
  /** Where a group webhook may have results sent, beside the origin of the webhookUrl of the project, written like allowedHosts; calls with an API key may name any receiver */
  allowedReceivers?: Array<string> | null | undefined;
}

export interface Project {
  /** Identifier of the project */
  id: string;
  name: string;
  /** Receives the results of all runs that name no other address */
  webhookUrl: string | null;
  /** What web runs test when they name no other address */
  targetUrl: string | null;
  /** The same as `targetUrl` */
  url: string | null;
  description: string | null;
  /** How many runs of the project are executed at once */
  concurrency: number;
  /** Where the browser of a run may go; null: the host that it goes to first */
  allowedHosts: Array<string> | null;
  /** Where a group webhook may have results sent, beside the origin of the webhookUrl of the project; null: nowhere else */
  allowedReceivers: Array<string> | null;
  /** Creation time */
  createdAt: string;
  /** Time of the last change */
  updatedAt: string;
}

export interface ProjectSettings extends Project {
  /** Signs the results of the project by Standard Webhooks */
  webhookSecret: string;
  /** Until then former secrets sign beside the current one; null when none does */
  previousWebhookSecretsValidUntil: string | null;
}

export interface UpdateProject extends Strictness {
  /** One to 200 characters */
  name?: string | null | undefined;
  /** Null removes it */
  webhookUrl?: string | null | undefined;
  /** Null removes it */
  targetUrl?: string | null | undefined;
  /** Another name of `targetUrl` */
  url?: string | null | undefined;
  /** Null removes it */
  description?: string | null | undefined;
  /** How many runs of the project are executed at once; 5 by default */
  concurrency?: number | null | undefined;
  /** Where the browser of a run may go, such as shop.example.com, *.example.com or localhost:3000; null: the host that it goes to first, and those that this redirects to */
  allowedHosts?: Array<string> | null | undefined;
  /** Where a group webhook may have results sent, beside the origin of the webhookUrl of the project, written like allowedHosts; calls with an API key may name any receiver */
  allowedReceivers?: Array<string> | null | undefined;
}

export interface Deleted {
  deleted: boolean;
  /** What was deleted, as the path names it */
  id: string;
}

export interface SetVariable extends Strictness {
  value: string;
  /** False by default */
  secret?: boolean | null | undefined;
  /** Of a secret: the only pages and frames that it is filled in on, written like allowedHosts; left out: those of the hosts that the run may go to */
  hosts?: Array<string> | null | undefined;
}

export interface Variable {
  name: string;
  /** Null for a secret one */
  value: string | null;
  secret: boolean;
  /** The pages that a secret is filled in on; null: those that the run may go to */
  hosts: Array<string> | null;
  /** Time of the last change */
  updatedAt: string;
}

export interface CreateEnvironment extends Strictness {
  /** One to 200 characters; unique in the project, in any case */
  name: string;
  /** What web runs test on it */
  url: string;
}

export interface Environment {
  id: string;
  name: string;
  /** What web runs test on it */
  url: string;
  createdAt: string;
  updatedAt: string;
}

export interface UpdateEnvironment extends Strictness {
  /** One to 200 characters; unique in the project, in any case */
  name?: string | null | undefined;
  /** What web runs test on it */
  url?: string | null | undefined;
}

export interface IssueKey extends Strictness {
  /** What the key is for */
  name?: string | null | undefined;
}

export interface Session {
  /** Identifier of the session */
  id: string;
  /** Public part of the key that it was opened with */
  keyId: string;
  /** When the browser signed in */
  createdAt: string;
  /** When it ends by itself */
  expiresAt: string;
}

export interface IssuedApiKey extends ApiKey {
  /** The key itself; it is shown only now */
  key: string;
}

export interface ApiKey {
  /** Public part of the key */
  id: string;
  kind: 'admin' | 'project';
  /** Null for an admin key */
  projectId: string | null;
  name: string | null;
  /** Creation time */
  createdAt: string;
  revokedAt: string | null;
  /** The browsers that are signed in with it, newest first, 20 at most */
  sessions: Array<Session>;
}

export interface SignIn extends Strictness {
  /** An API key */
  key?: string | null | undefined;
  /** A code for signing in once */
  code?: string | null | undefined;
  /** The session of this browser that may end, though it is of another key */
  replaces?: string | null | undefined;
}

export interface Caller {
  /** Null for an API key and for a code */
  session: Session | null;
  kind: 'admin' | 'project';
  /** Public part of the key */
  keyId: string;
  keyName: string | null;
  /** The one project of a project key */
  projectId: string | null;
  /** Its name */
  projectName: string | null;
}

export interface SessionKept {
  /** None was opened, and the code can still be used */
  session: null;
  current: Caller;
  next: Caller;
}

export interface SignInCode {
  /** Signs in once */
  code: string;
  /** Opened in a browser, it signs in there */
  url: string;
  expiresAt: string;
}

export interface MobileSelector {
  /** Id of an uploaded app */
  appId?: string | null | undefined;
  /** The latest upload with that bundle identifier */
  bundleId?: string | null | undefined;
  /** An address that the service fetches the app from, for these runs alone */
  artifactUrl?: string | null | undefined;
}

export interface RequestedDevice {
  /** Must be that of the app */
  platform?: 'ios' | 'android' | undefined;
  /** Version of its system; `17` stands for 17, 17.1 and every other one of it */
  version?: string | undefined;
  /** Labels that it has in the list of devices, all of them */
  labels?: Array<string> | undefined;
  /** Granted to the app before it starts, such as `camera`; `all` where the system has that */
  permissions?: Array<string> | undefined;
  locale?: string | undefined;
  timeZone?: string | undefined;
}

export interface SubmitRun extends Strictness {
  /** What to test */
  prompt: string;
  /** Receives the result instead of the project's own address */
  webhookUrl?: string | null | undefined;
  /** A project key implies its project; an admin key needs this when there are several */
  projectId?: string | null | undefined;
  /** What a web run tests instead of the project's own target */
  targetUrl?: string | null | undefined;
  /** Name of an environment of the project, in any case; stands for its url */
  environment?: string | null | undefined;
  /** Id of an environment of the project; stands for its url */
  projectEnvironmentId?: string | null | undefined;
  /** Makes it a run on a phone; names the app by exactly one member */
  mobile?: MobileSelector | null | undefined;
  /** Where it must take place; a 400 where the test or the app is for another platform */
  platform?: 'web' | 'ios' | 'android' | null | undefined;
  /** What it wants of the phone; it waits for one that fits */
  device?: RequestedDevice | null | undefined;
}

export interface RunInput {
  prompt: string | null;
  /** Null where the call named none */
  targetUrl: string | null;
  environment?: string | undefined;
  projectEnvironmentId?: string | undefined;
  mobile?:
    | {
        appId?: string | undefined;
        bundleId?: string | undefined;
        /** Without its query */
        artifactUrl?: string | undefined;
      }
    | undefined;
  platform?: 'web' | 'ios' | 'android' | undefined;
  /** What the call wanted of the phone */
  device?: RequestedDevice | null | undefined;
  webhookUrl?: string | undefined;
}

export interface RunIssue {
  type: 'issue' | 'warning';
  name: string;
  description: string;
  url: string | null;
  severity: number;
  expectedBehavior: string | null;
  actualBehavior: string | null;
  screenshotUrl: string | null;
  /** The step that it came up in; null after the last */
  stepIndex: number | null;
  /** What was done until then, in one line */
  stepsToReproduce: string | null;
  /** What it speaks of, in pixels of its screenshot */
  rect: {
    x: number;
    y: number;
    width: number;
    height: number;
  } | null;
}

export interface RunStep {
  stepIndex: number;
  title: string;
  type: 'act' | 'assert' | 'screenshot';
  status: 'passed' | 'failed' | 'skipped';
  summary: string | null;
  error: string | null;
  /** Milliseconds since the start of the run */
  startedAtMs: number;
  /** Milliseconds since the start of the run */
  completedAtMs: number;
  /** The screen after the step */
  screenshotUrl: string | null;
  /** What was on the screen after a failed step, as JSON: things, texts and their places */
  sceneUrl: string | null;
  /** What the phone's driver said of the screen after a failed step, as XML */
  hierarchyUrl: string | null;
  /** Sentences that do the same without a model: of a step in plain sentences its own, of a step that a model has executed what it did. Null where there are none */
  sentences: Array<string> | null;
}

export interface RunOutput {
  /** Name of the tested feature */
  featureName: string | null;
  /** Null unless the run is completed */
  result: 'PASS' | 'FAILED' | null;
  /** Summary text */
  description: string | null;
  issues: Array<RunIssue>;
  /** Addresses that need no key */
  screenshots: Array<string>;
  steps: Array<RunStep>;
  /** A recording of a web run that found an issue, for `npx playwright-core show-trace` */
  traceUrl: string | null;
  /** The screen of the phone in a run that found an issue or failed, as MP4 */
  videoUrl: string | null;
  /** The end of the phone's log when something first went wrong, with the report of a crash */
  deviceLogUrl: string | null;
}

export interface RunError {
  code: string;
  message: string;
}

export interface Run extends ListedRun {
  /** The same as `output.steps` */
  stepResults: Array<RunStep>;
}

export interface ListedRun {
  /** Identifier of the run */
  id: string;
  projectId: string;
  /** `chat` for a prompt, `test` for a stored test */
  type: 'chat' | 'test';
  /** `completed`: executed; `failed`: could not be executed */
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** Null until the app of a run is imported */
  platform: 'web' | 'ios' | 'android' | null;
  /** Title of the stored test; null for a prompt */
  name: string | null;
  /** How it was started: by a call for this one run, for its group, by the webhook of its group, by a schedule, or again; null for runs of earlier versions */
  source: 'api' | 'group' | 'webhook' | 'schedule' | 'rerun' | null;
  input: RunInput;
  prompt: string | null;
  /** What a web run tests */
  targetUrl: string | null;
  appId: string | null;
  testId: string | null;
  batchId: string | null;
  /** What was wanted of the phone */
  device: RequestedDevice | null;
  /** The phone that it is executed on, as the list of devices calls it; null until it is open */
  deviceName: string | null;
  /** Such as `Pixel 8` */
  deviceModel: string | null;
  /** Of the operating system of the phone */
  deviceVersion: string | null;
  /** The page that a device cloud has of the session */
  deviceSessionUrl: string | null;
  output: RunOutput;
  /** Why a failed run could not be executed; null otherwise */
  error: RunError | null;
  /** From its start to its end; null until then */
  durationMs: number | null;
  createdAt: string;
  startedAt: string | null;
  /** When it ended, in whatever way */
  completedAt: string | null;
  /** Where the result is delivered */
  webhookUrl: string | null;
  /** Null where no webhook applies; `pending` until the last attempt */
  webhookStatus: 'pending' | 'delivered' | 'failed' | null;
}

export interface RunSummary {
  /** Identifier of the run */
  id: string;
  projectId: string;
  /** `chat` for a prompt, `test` for a stored test */
  type: 'chat' | 'test';
  /** Title of the test, else the name of the feature, else the first line of the prompt; at most 200 characters */
  title: string;
  /** `completed`: executed; `failed`: could not be executed */
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** Null unless the run is completed */
  result: 'PASS' | 'FAILED' | null;
  /** Null until the app of a run is imported */
  platform: 'web' | 'ios' | 'android' | null;
  /** What a web run tests */
  targetUrl: string | null;
  appId: string | null;
  testId: string | null;
  batchId: string | null;
  /** Issues that it found, without warnings */
  issueCount: number;
  /** Members of `output.steps` */
  stepCount: number;
  /** Why a failed run could not be executed; null otherwise */
  error: RunError | null;
  /** From its start to its end; null until then */
  durationMs: number | null;
  createdAt: string;
  startedAt: string | null;
  /** When it ended, in whatever way */
  completedAt: string | null;
  /** Null where no webhook applies; `pending` until the last attempt */
  webhookStatus: 'pending' | 'delivered' | 'failed' | null;
}

export interface StatisticsInterval {
  from: string;
  /** The result was PASS */
  passed: number;
  /** The result was FAILED */
  failed: number;
  /** Could not be executed */
  broken: number;
  cancelled: number;
  /** Median duration of the runs with a result */
  medianMs: number | null;
  /** 95th percentile of the same */
  slowMs: number | null;
}

export interface Statistics {
  /** Runs that ended at this time or later are counted */
  from: string;
  to: string;
  /** `hour` for up to two days */
  interval: 'hour' | 'day';
  /** Ended runs that were counted, 20,000 at most */
  countedRuns: number;
  /** There were more runs: the newest are counted, and `from` says how far they reach */
  isPartial: boolean;
  /** At this moment; each counted up to 10,000 */
  unfinished: {
    queued: number;
    running: number;
  };
  /** By the time at which runs ended; every interval is there, also those without a run */
  series: Array<StatisticsInterval>;
  /** The ten tests with the longest median duration */
  slowest: Array<{
    testId: string;
    title: string;
    runs: number;
    medianMs: number;
  }>;
  /** The ten tests whose result changed most often, twice at least */
  unstable: Array<{
    testId: string;
    title: string;
    runs: number;
    failed: number;
    /** How often the result differed from that of the run before */
    changes: number;
  }>;
}

export interface WorkerRun {
  id: string;
  projectId: string;
  /** What the run is called in lists */
  title: string;
  platform: 'web' | 'ios' | 'android';
  startedAt: string;
}

export interface Worker {
  id: string;
  /** The machine that it runs on */
  name: string;
  platforms: Array<'web' | 'ios' | 'android'>;
  /** How many runs of each platform it carries out at once; platforms of the same devices share them */
  slots: {
    web?: number | undefined;
    ios?: number | undefined;
    android?: number | undefined;
  };
  startedAt: string;
  /** When it last said that it lives */
  seenAt: string;
  /** How many runs it carries out now, those of other projects included */
  busy: number;
  /** Those of them that the key may see */
  runs: Array<WorkerRun>;
}

export interface PlatformQueue {
  platform: 'web' | 'ios' | 'android';
  /** Queued runs of all projects, counted up to 10,000 */
  waiting: number;
  /** How long the oldest of them has been waiting */
  oldestWaitMs: number | null;
  /** How long runs waited that were started within the last hour, the latest 1,000 of them */
  medianWaitMs: number | null;
}

export interface Device {
  id: string;
  /** As the list of devices calls it; places on a grid are numbered */
  name: string;
  kind: 'appium' | 'grid' | 'browserstack' | 'sauce' | 'lambdatest';
  platforms: Array<'ios' | 'android'>;
  /** Of its system, as listed */
  version: string | null;
  model: string | null;
  labels: Array<string>;
  /** False for an emulator or simulator; null where that is not known */
  real: boolean | null;
  /** `busy`: a run has it; `resting`: it failed three sessions in a row; `offline`: no running worker has it */
  state: 'free' | 'busy' | 'resting' | 'offline';
  /** Why it rests */
  reason: string | null;
  restsUntil: string | null;
  /** The run that has it, where the key may see it */
  runId: string | null;
  /** When its worker last named it */
  seenAt: string;
}

export interface GivenStep {
  /** `assert` says what must be seen */
  type: 'act' | 'assert' | 'screenshot';
  /** Only a screenshot needs none */
  title?: string | null | undefined;
}

export interface ReadSteps extends Strictness {
  /** Sentences as a run takes them; either this or steps */
  prompt?: string | null | undefined;
  /** Steps as a test has them; either this or prompt */
  steps?: Array<GivenStep> | null | undefined;
  /** `web` by default; `mobile` is either kind of phone */
  platform?: 'web' | 'mobile' | 'ios' | 'android' | null | undefined;
  /** A project key implies its project; an admin key needs this when there are several */
  projectId?: string | null | undefined;
}

export interface SentenceReading {
  sentence: string;
  /** Whether a run would carry it out */
  understood: boolean;
  /** Of a stored step as it was given; null for a sentence of a prompt that is not understood */
  type: 'act' | 'assert' | 'screenshot' | null;
  /** What would be done, in one line; null where it is not understood */
  reading: string | null;
  /** What earlier versions did, which took names without quotes by the letter; null where it means the same */
  readBefore: string | null;
  /** Why it is not understood; null where it is */
  problem: string | null;
  /** Sentences that would be understood instead */
  nearest: Array<string>;
}

export interface CreateTest extends Strictness {
  /** A project key implies its project; an admin key needs this when there are several */
  projectId?: string | null | undefined;
  /** Puts it at the end of this group; stands for its project where none is named */
  groupId?: string | null | undefined;
  /** One to 200 characters */
  title: string;
  /** Null removes it */
  description?: string | null | undefined;
  /** `web` by default */
  platform?: 'web' | 'mobile' | 'ios' | 'android' | null | undefined;
  enabled?: boolean | undefined;
  steps: Array<GivenStep>;
  /** What its runs want of a phone; null for any */
  device?: RequestedDevice | null | undefined;
}

export interface TestStep {
  /** `assert` says what must be seen */
  type: 'act' | 'assert' | 'screenshot';
  title: string;
}

export interface TestProblem {
  sentence: string;
  /** Why it is not understood */
  problem: string;
  /** Sentences that would be understood instead */
  nearest: Array<string>;
}

export interface Test {
  id: string;
  projectId: string;
  title: string;
  description: string | null;
  /** `mobile` runs on either kind of phone */
  platform: 'web' | 'mobile' | 'ios' | 'android';
  /** A test that is not enabled runs in no group */
  enabled: boolean;
  steps: Array<TestStep>;
  /** What its runs want of a phone */
  device: RequestedDevice | null;
  /** The sentences that neither the vocabulary nor a configured model understands */
  problems: Array<TestProblem>;
  createdAt: string;
  updatedAt: string;
}

export interface UpdateTest extends Strictness {
  /** One to 200 characters */
  title?: string | undefined;
  /** Null removes it */
  description?: string | null | undefined;
  platform?: 'web' | 'mobile' | 'ios' | 'android' | undefined;
  enabled?: boolean | undefined;
  steps?: Array<GivenStep> | undefined;
  /** What its runs want of a phone; null for any */
  device?: RequestedDevice | null | undefined;
}

export interface RunTest extends Strictness {
  /** Needed for a mobile test; names the app by exactly one member */
  mobile?: MobileSelector | null | undefined;
  /** Where it must take place; a 400 where the test or the app is for another platform */
  platform?: 'web' | 'ios' | 'android' | null | undefined;
  /** What the run wants of the phone; its members stand before those of the test */
  device?: RequestedDevice | null | undefined;
  /** What a web test tests */
  targetUrl?: string | null | undefined;
  /** Name of an environment of the project, in any case; stands for its url */
  environment?: string | null | undefined;
  /** Id of an environment of the project; stands for its url */
  projectEnvironmentId?: string | null | undefined;
  /** Receives the result */
  webhookUrl?: string | null | undefined;
}

export interface StartedTest {
  status: 'queued';
  runId: string;
  testId: string;
}

export interface CreateGroup extends Strictness {
  /** A project key implies its project; an admin key needs this when there are several */
  projectId?: string | null | undefined;
  /** One to 200 characters */
  name: string;
  runMode?: 'concurrent' | 'sequential' | undefined;
  /** What its runs want of a phone; null for any */
  device?: RequestedDevice | null | undefined;
}

export interface Group {
  id: string;
  projectId: string;
  name: string;
  /** `sequential`: each run begins when the one before it has ended */
  runMode: 'concurrent' | 'sequential';
  /** Tests in it, whether they are enabled or not */
  testCount: number;
  /** What its runs want of a phone, where neither their test nor the call says it */
  device: RequestedDevice | null;
  createdAt: string;
  updatedAt: string;
}

export interface UpdateGroup extends Strictness {
  /** One to 200 characters */
  name?: string | undefined;
  runMode?: 'concurrent' | 'sequential' | undefined;
  /** What its runs want of a phone; null for any */
  device?: RequestedDevice | null | undefined;
}

export interface GroupTest {
  /** From 1, in the order in which they are run */
  position: number;
  /** Whether it runs in this group */
  enabled: boolean;
  test: Test;
}

export interface AddTestToGroup extends Strictness {
  testId: string;
  /** From 1; the end when left out */
  position?: number | undefined;
  enabled?: boolean | undefined;
}

export interface AddedTest {
  groupId: string;
  testId: string;
  /** False where the group had it already */
  added: boolean;
}

export interface OrderTestsOfGroup extends Strictness {
  testIds: Array<string>;
}

export interface ChangeTestInGroup extends Strictness {
  /** From 1; the end when left out */
  position?: number | undefined;
  enabled?: boolean | undefined;
}

export interface RemovedTest {
  groupId: string;
  testId: string;
  removed: boolean;
}

export interface TriggerGroup extends Strictness {
  /** Needed for a group with mobile tests; names the app by exactly one member */
  mobile?: MobileSelector | null | undefined;
  /** Where it must take place; a 400 where the test or the app is for another platform */
  platform?: 'web' | 'ios' | 'android' | null | undefined;
  /** What the runs want of their phones; its members stand before those of the tests and the group */
  device?: RequestedDevice | null | undefined;
  /** What web tests test */
  targetUrl?: string | null | undefined;
  /** Name of an environment of the project, in any case; stands for its url */
  environment?: string | null | undefined;
  /** Id of an environment of the project; stands for its url */
  projectEnvironmentId?: string | null | undefined;
  /** Shown with the batch */
  commitSha?: string | null | undefined;
  /** Receives the result of each run */
  webhookUrl?: string | null | undefined;
}

export interface TriggeredBatch {
  received: boolean;
  status: 'queued';
  groupId: string;
  batchId: string;
  /** In the order of the tests */
  runIds: Array<string>;
  /** The same as `runIds` */
  queuedRunIds: Array<string>;
  /** Empty: no run is cancelled by the start of another */
  cancelledRunIds: Array<string>;
  count: number;
  metadata: {
    mobile?:
      | {
          source: 'app_id' | 'artifact_url';
          /** Null until an artifact is imported */
          resolvedAppId: string | null;
        }
      | undefined;
  };
}

export interface MadeGroupWebhook {
  id: string;
  /** Shown only now */
  secret: string;
  /** POST to it to start the group */
  url: string;
}

export interface GroupWebhook {
  id: string;
  enabled: boolean;
  createdAt: string;
}

export interface UpdateGroupWebhook extends Strictness {
  enabled: boolean;
}

export interface BatchRun {
  /** Identifier of the run */
  id: string;
  testId: string | null;
  title: string;
  /** Null until the app of a run is imported */
  platform: 'web' | 'ios' | 'android' | null;
  /** `completed`: executed; `failed`: could not be executed */
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  result: 'PASS' | 'FAILED' | null;
  /** Why a failed run could not be executed; null otherwise */
  error: RunError | null;
  /** From its start to its end; null until then */
  durationMs: number | null;
}

export interface Batch {
  id: string;
  projectId: string;
  groupId: string;
  groupName: string;
  status: 'queued' | 'importing' | 'running' | 'completed' | 'cancelled';
  /** Null until all runs have ended. PASS if each test passed, FAILED if at least one failed, ERROR if none failed but not each has a verdict */
  result: 'PASS' | 'FAILED' | 'ERROR' | null;
  count: number;
  counts: {
    queued: number;
    running: number;
    completed: number;
    failed: number;
    cancelled: number;
  };
  results: {
    PASS: number;
    FAILED: number;
  };
  appId: string | null;
  /** How far the artifact is fetched */
  import: {
    status: 'queued' | 'running' | 'completed' | 'failed';
    bytesRead: number;
    bytesTotal: number | null;
  } | null;
  targetUrl: string | null;
  commitSha: string | null;
  webhookUrl: string | null;
  rerunOf: string | null;
  createdAt: string;
  startedAt: string | null;
  completedAt: string | null;
  /** In the order of the tests */
  runs: Array<BatchRun>;
}

export interface CancelledBatch {
  batchId: string;
  /** How many runs this call has cancelled */
  cancelled: number;
  /** How many had ended before */
  alreadyFinished: number;
  /** In the order of the tests */
  cancelledRunIds: Array<string>;
  /** In the order of the tests */
  alreadyFinishedRunIds: Array<string>;
  batch: Batch;
}

export interface RerunOptions extends Strictness {
  /** Only the tests that failed, could not be executed or were cancelled; a 409 if there is none */
  failedOnly?: boolean | null | undefined;
}

export interface RerunBatch {
  status: 'queued';
  groupId: string;
  batchId: string;
  /** The batch that is run again */
  sourceBatchId: string;
  /** In the order of the tests */
  runIds: Array<string>;
  /** The same as `runIds` */
  queuedRunIds: Array<string>;
  /** Empty: no run is cancelled by the start of another */
  cancelledRunIds: Array<string>;
  /** Tests of the former batch that are not run again */
  skippedTestIds: Array<string>;
  count: number;
  batch: Batch;
}

export interface Baseline {
  /** Identifier of the baseline */
  id: string;
  projectId: string;
  testId: string;
  /** As the sentence names it, or its number among those of the test that it does not name */
  name: string;
  viewport: {
    width: number;
    height: number;
  };
  browser: string;
  /** `new`: nothing is approved yet; `changed`: a page that looks different waits for approval */
  status: 'new' | 'approved' | 'changed';
  /** The approved picture, at an address that needs no key; null while there is none */
  pictureUrl: string | null;
  approvedAt: string | null;
  /** The picture that waits for approval; null: none does */
  candidate: {
    /** The run that took it */
    runId: string;
    /** An address that needs no key */
    pictureUrl: string;
    /** What differs from the approved picture, in red; null where there is none */
    differenceUrl: string | null;
    differentPixels: number | null;
    createdAt: string;
  } | null;
  createdAt: string;
}

export interface ApproveBaseline extends Strictness {
  /** The run whose picture was looked at: a later one is then not approved unseen */
  runId?: string | null | undefined;
}

export interface Delivery {
  /** Counted over all rounds; a redelivery is a new round */
  attempt: number;
  /** Where it was sent */
  url: string;
  startedAt: string;
  /** From the look-up of the name to the end of the answer */
  durationMs: number;
  /** How much later than scheduled it began; long where the receiver was at its cap */
  waitedMs: number;
  /** HTTP status of the answer; null where none came */
  status: number | null;
  /** Why it failed, in one sentence; null where it succeeded */
  error: string | null;
  /** The first 2 KiB of the answer as text; null where none came */
  answer: string | null;
}

export interface Redeliver extends Strictness {
  /** Another address, from now on; omitted means the one before */
  webhookUrl?: string | null | undefined;
}

export interface ProjectDelivery {
  runId: string;
  /** What the run is called in lists */
  title: string;
  /** Where it goes */
  url: string;
  status: 'pending' | 'delivered' | 'failed';
  /** Over all rounds */
  attempts: number;
  lastAttemptAt: string | null;
  /** HTTP status of the last answer; null where none came */
  lastStatus: number | null;
  /** Why the last attempt failed; null where it succeeded */
  lastError: string | null;
  /** Null when no attempt is due */
  nextAttemptAt: string | null;
  /** When the run ended */
  createdAt: string;
}

export interface RedeliverMany extends Strictness {
  /** Results of runs that ended at this time or later */
  from: string;
  /** and before this one */
  to?: string | null | undefined;
  /** Which of them; `failed` by default */
  status?: 'failed' | 'delivered' | null | undefined;
  /** Only those to this host, with its port where the address names one */
  receiver?: string | null | undefined;
}

export interface Redelivered {
  /** Deliveries that were started anew */
  count: number;
  /** Whether there are more: call again, from `nextFrom` on */
  remaining: boolean;
  nextFrom: string | null;
}

export interface TestWebhook extends Strictness {
  /** Omitted means the webhookUrl of the project */
  url?: string | null | undefined;
}

export interface WebhookTestResult {
  /** HTTP status of the answer; null where none came */
  status: number | null;
  /** From the look-up of the name to the end of the answer */
  durationMs: number;
  /** Why it failed, in one sentence; null where it succeeded */
  error: string | null;
  /** The first 2 KiB of the answer as text; null where none came */
  answer: string | null;
}

/** What the service has not taken from the call; absent where it took everything */
export type Warnings = Array<{
  /** Of the member or parameter, such as `mobile.appID` */
  path: string;
  /** Follows the path */
  message: string;
}>;

export interface ProjectPath {
  /** Identifier of the project */
  projectId: string;
}

export interface AppPath {
  /** Identifier of the project */
  projectId: string;
  /** Identifier of the app */
  appId: string;
}

export interface VariablePath {
  /** Identifier of the project */
  projectId: string;
  /** Name of the variable */
  name: string;
}

export interface EnvironmentPath {
  /** Identifier of the project */
  projectId: string;
  /** Identifier of the environment */
  environmentId: string;
}

export interface RunPath {
  /** Identifier of the run */
  id: string;
}

export interface TestPath {
  /** Identifier of the test */
  id: string;
}

export interface GroupPath {
  /** Identifier of the group */
  id: string;
}

export interface GroupTestPath {
  /** Identifier of the group */
  id: string;
  /** Identifier of the test */
  testId: string;
}

export interface BatchPath {
  /** Identifier of the batch */
  id: string;
}

export interface BaselinePath {
  /** Identifier of the baseline */
  id: string;
}

export interface WithWarnings {
  warnings?: Warnings | undefined;
}

export interface PageQuery {
  /** Records in one page */
  limit?: number | undefined;
  /** Where the page starts; taken from the Link header */
  cursor?: string | undefined;
}

export interface NextPage {
  /** The `cursor` of the next page; null on the last page, and where a list has only one */
  nextCursor: string | null;
}

export interface Strictness {
  /** True refuses the call where it gives a member that the service does not know */
  strict?: boolean | null | undefined;
}

/** What every call may take. */
export interface CallSettings {
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/** What a call takes; giving a part that the operation does not have is an error. */
export type CallWith<Parts = object> = CallSettings &
  Parts & { [Part in Exclude<'path' | 'query' | 'body', keyof Parts>]?: undefined };

/** Every call of the API by its name: what it takes, and its answer. */
export interface Operations {
  /** Ask for a URL to upload a binary to */
  initiateUpload: {
    takes: [options: CallWith<{ path: ProjectPath; body: InitiateUpload }>];
    answer: UploadTicket & WithWarnings;
  };
  /** Turn an uploaded binary into an app record */
  confirmUpload: {
    takes: [options: CallWith<{ path: ProjectPath; body: ConfirmUpload }>];
    answer: { app: MobileApp } & WithWarnings;
  };
  /** List mobile apps, newest first */
  listApps: {
    takes: [
      options: CallWith<{
        path: ProjectPath;
        query?:
          | ({
              platform?: 'ios' | 'android' | undefined;
              bundleId?: string | undefined;
              /** Apps that were confirmed with this SHA-256 */
              sha256?: string | undefined;
            } & PageQuery)
          | undefined;
      }>,
    ];
    answer: { apps: Array<MobileApp> } & WithWarnings;
  };
  /** Read a mobile app */
  getApp: { takes: [options: CallWith<{ path: AppPath }>]; answer: { app: MobileApp } & WithWarnings };
  /** Delete a mobile app */
  deleteApp: { takes: [options: CallWith<{ path: AppPath }>]; answer: DeletedApp & WithWarnings };
  /** Read which runs, batches and tests use a mobile app */
  getAppUsage: { takes: [options: CallWith<{ path: AppPath }>]; answer: AppUsage & WithWarnings };
  /** Create a project */
  createProject: {
    takes: [options: CallWith<{ body: CreateProject }>];
    answer: { project: Project } & WithWarnings;
  };
  /** List projects, newest first */
  listProjects: {
    takes: [options?: CallWith<{ query?: PageQuery | undefined }>];
    answer: { projects: Array<Project> } & NextPage & WithWarnings;
  };
  /** Read a project with its webhook secret */
  getProject: { takes: [options: CallWith<{ path: ProjectPath }>]; answer: ProjectSettings & WithWarnings };
  /** Change a project */
  updateProject: {
    takes: [options: CallWith<{ path: ProjectPath; body?: UpdateProject | undefined }>];
    answer: { project: Project } & WithWarnings;
  };
  /** Delete a project with its apps, runs and keys */
  deleteProject: { takes: [options: CallWith<{ path: ProjectPath }>]; answer: Deleted & WithWarnings };
  /** Give a project a new webhook secret */
  rotateWebhookSecret: {
    takes: [options: CallWith<{ path: ProjectPath }>];
    answer: { project: ProjectSettings } & WithWarnings;
  };
  /** Set a variable of a project */
  setVariable: {
    takes: [options: CallWith<{ path: VariablePath; body: SetVariable }>];
    answer: { variable: Variable } & WithWarnings;
  };
  /** Delete a variable of a project */
  deleteVariable: { takes: [options: CallWith<{ path: VariablePath }>]; answer: Deleted & WithWarnings };
  /** List the variables of a project, by name */
  listVariables: {
    takes: [options: CallWith<{ path: ProjectPath }>];
    answer: { variables: Array<Variable> } & NextPage & WithWarnings;
  };
  /** Add an environment to a project */
  createEnvironment: {
    takes: [options: CallWith<{ path: ProjectPath; body: CreateEnvironment }>];
    answer: { environment: Environment } & WithWarnings;
  };
  /** List the environments of a project, by name */
  listEnvironments: {
    takes: [options: CallWith<{ path: ProjectPath }>];
    answer: { environments: Array<Environment> } & NextPage & WithWarnings;
  };
  /** Read an environment of a project */
  getEnvironment: {
    takes: [options: CallWith<{ path: EnvironmentPath }>];
    answer: Environment & WithWarnings;
  };
  /** Change an environment of a project */
  updateEnvironment: {
    takes: [options: CallWith<{ path: EnvironmentPath; body?: UpdateEnvironment | undefined }>];
    answer: { environment: Environment } & WithWarnings;
  };
  /** Delete an environment of a project */
  deleteEnvironment: {
    takes: [options: CallWith<{ path: EnvironmentPath }>];
    answer: Deleted & WithWarnings;
  };
  /** Issue an admin key */
  issueAdminKey: {
    takes: [options?: CallWith<{ body?: IssueKey | undefined }>];
    answer: { key: IssuedApiKey } & WithWarnings;
  };
  /** List admin keys, newest first */
  listAdminKeys: {
    takes: [options?: CallWith<{ query?: PageQuery | undefined }>];
    answer: { keys: Array<ApiKey> } & NextPage & WithWarnings;
  };
  /** Revoke an admin key */
  revokeAdminKey: {
    takes: [
      options: CallWith<{
        path: {
          /** Public part of the key */
          keyId: string;
        };
      }>,
    ];
    answer: Deleted & WithWarnings;
  };
  /** Issue a key for one project */
  issueProjectKey: {
    takes: [options: CallWith<{ path: ProjectPath; body?: IssueKey | undefined }>];
    answer: { key: IssuedApiKey } & WithWarnings;
  };
  /** List a project's keys, newest first */
  listProjectKeys: {
    takes: [options: CallWith<{ path: ProjectPath; query?: PageQuery | undefined }>];
    answer: { keys: Array<ApiKey> } & NextPage & WithWarnings;
  };
  /** Revoke a project's key */
  revokeProjectKey: {
    takes: [
      options: CallWith<{
        path: {
          /** Identifier of the project */
          projectId: string;
          /** Public part of the key */
          keyId: string;
        };
      }>,
    ];
    answer: Deleted & WithWarnings;
  };
  /** Sign a browser in */
  signIn: {
    takes: [options?: CallWith<{ body?: SignIn | undefined }>];
    answer: (SessionKept & WithWarnings) | ({ session: Session } & WithWarnings);
  };
  /** Show who calls: the session and the key */
  getCaller: { takes: [options?: CallWith]; answer: Caller & WithWarnings };
  /** Sign out: end the session of this call */
  signOut: { takes: [options?: CallWith]; answer: Deleted & WithWarnings };
  /** End a session */
  revokeSession: {
    takes: [
      options: CallWith<{
        path: {
          /** Identifier of the session */
          id: string;
        };
      }>,
    ];
    answer: Deleted & WithWarnings;
  };
  /** Make an address that signs a browser in once */
  issueSignInCode: { takes: [options?: CallWith]; answer: SignInCode & WithWarnings };
  /** Submit a run */
  submitRun: { takes: [options: CallWith<{ body: SubmitRun }>]; answer: Run & WithWarnings };
  /** List runs, newest first */
  listRuns: {
    takes: [
      options?: CallWith<{
        query?:
          | ({
              /** Only runs of this project */
              projectId?: string | undefined;
              /** Only runs in this status */
              status?: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled' | undefined;
              /** Only runs of this batch */
              batchId?: string | undefined;
              /** Only runs of this test */
              testId?: string | undefined;
            } & PageQuery)
          | undefined;
      }>,
    ];
    answer: { runs: Array<ListedRun> } & NextPage & WithWarnings;
  };
  /** Read a run */
  getRun: { takes: [options: CallWith<{ path: RunPath }>]; answer: Run & WithWarnings };
  /** Cancel a run that has not ended */
  cancelRun: { takes: [options: CallWith<{ path: RunPath }>]; answer: Run & WithWarnings };
  /** Run the same again */
  rerunRun: { takes: [options: CallWith<{ path: RunPath }>]; answer: Run & WithWarnings };
  /** Look at the browser of a run while it runs */
  getRunScreen: { takes: [options: CallWith<{ path: RunPath }>]; answer: ReadableStream<Uint8Array> };
  /** List the runs of a project in short, newest first */
  listRunSummaries: {
    takes: [
      options: CallWith<{
        path: ProjectPath;
        query?:
          | ({
              /** Only runs in this status */
              status?: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled' | undefined;
              /** `passed`: the result is PASS; `failed`: the result is FAILED, or the run could not be executed; `unfinished`: queued or running */
              outcome?: 'passed' | 'failed' | 'unfinished' | 'cancelled' | undefined;
              platform?: 'web' | 'ios' | 'android' | undefined;
              /** Only runs of this test */
              testId?: string | undefined;
              /** Only runs of this batch */
              batchId?: string | undefined;
              /** Only runs on this app */
              appId?: string | undefined;
              /** Part of the title, the prompt, the target URL, the name of the feature or the error code, in any case; or the id of a run or a batch */
              search?: string | undefined;
              /** Only what was created at this time or later */
              from?: string | undefined;
              /** Only what was created before this time */
              to?: string | undefined;
            } & PageQuery)
          | undefined;
      }>,
    ];
    answer: { runs: Array<RunSummary> } & NextPage & WithWarnings;
  };
  /** Read how the runs of a project went over time */
  getStatistics: {
    takes: [
      options: CallWith<{
        path: ProjectPath;
        query?:
          | {
              /** How far to look back, today included */
              days?: number | undefined;
              /** The IANA name of the zone whose days and hours are counted */
              timeZone?: string | undefined;
            }
          | undefined;
      }>,
    ];
    answer: Statistics & WithWarnings;
  };
  /** List the workers that live, what each does, and what waits for them */
  listWorkers: {
    takes: [options?: CallWith];
    answer: {
      workers: Array<Worker>;
      queue: Array<PlatformQueue>;
    } & WithWarnings;
  };
  /** List the phones that workers have, by name, with their state */
  listDevices: { takes: [options?: CallWith]; answer: { devices: Array<Device> } & NextPage & WithWarnings };
  /** Read sentences without running them */
  readSteps: {
    takes: [options?: CallWith<{ body?: ReadSteps | undefined }>];
    answer: { sentences: Array<SentenceReading> } & WithWarnings;
  };
  /** Store a test */
  createTest: { takes: [options: CallWith<{ body: CreateTest }>]; answer: { test: Test } & WithWarnings };
  /** List the tests of a project, newest first */
  listTests: {
    takes: [
      options?: CallWith<{
        query?:
          | ({
              /** Identifier of the project */
              projectId?: string | undefined;
              /** Only tests of this group; stands for its project where none is named */
              groupId?: string | undefined;
            } & PageQuery)
          | undefined;
      }>,
    ];
    answer: { tests: Array<Test> } & NextPage & WithWarnings;
  };
  /** Read a test */
  getTest: { takes: [options: CallWith<{ path: TestPath }>]; answer: Test & WithWarnings };
  /** Change a test */
  updateTest: {
    takes: [options: CallWith<{ path: TestPath; body?: UpdateTest | undefined }>];
    answer: { test: Test } & WithWarnings;
  };
  /** Delete a test, also from its groups */
  deleteTest: { takes: [options: CallWith<{ path: TestPath }>]; answer: Deleted & WithWarnings };
  /** Run one test */
  runTest: {
    takes: [options: CallWith<{ path: TestPath; body?: RunTest | undefined }>];
    answer: StartedTest & WithWarnings;
  };
  /** Make a group of tests */
  createGroup: { takes: [options: CallWith<{ body: CreateGroup }>]; answer: { group: Group } & WithWarnings };
  /** List the groups of a project, newest first */
  listGroups: {
    takes: [
      options?: CallWith<{
        query?:
          | ({
              /** Identifier of the project */
              projectId?: string | undefined;
            } & PageQuery)
          | undefined;
      }>,
    ];
    answer: { groups: Array<Group> } & NextPage & WithWarnings;
  };
  /** Read a group */
  getGroup: { takes: [options: CallWith<{ path: GroupPath }>]; answer: Group & WithWarnings };
  /** Change a group */
  updateGroup: {
    takes: [options: CallWith<{ path: GroupPath; body?: UpdateGroup | undefined }>];
    answer: { group: Group } & WithWarnings;
  };
  /** Delete a group with its webhook */
  deleteGroup: { takes: [options: CallWith<{ path: GroupPath }>]; answer: Deleted & WithWarnings };
  /** List the tests of a group, in their order */
  listTestsOfGroup: {
    takes: [options: CallWith<{ path: GroupPath }>];
    answer: { tests: Array<GroupTest> } & NextPage & WithWarnings;
  };
  /** Put a test into a group */
  addTestToGroup: {
    takes: [options: CallWith<{ path: GroupPath; body: AddTestToGroup }>];
    answer: AddedTest & WithWarnings;
  };
  /** Give a group exactly these tests, in this order */
  orderTestsOfGroup: {
    takes: [options: CallWith<{ path: GroupPath; body: OrderTestsOfGroup }>];
    answer: { tests: Array<GroupTest> } & NextPage & WithWarnings;
  };
  /** Move a test within a group, or enable and disable it there */
  changeTestInGroup: {
    takes: [options: CallWith<{ path: GroupTestPath; body?: ChangeTestInGroup | undefined }>];
    answer: { tests: Array<GroupTest> } & NextPage & WithWarnings;
  };
  /** Take a test out of a group */
  removeTestFromGroup: {
    takes: [options: CallWith<{ path: GroupTestPath }>];
    answer: RemovedTest & WithWarnings;
  };
  /** Start a group by its webhook */
  triggerGroupByWebhook: {
    takes: [
      options: CallWith<{
        path: {
          id: string;
          secret: string;
        };
        body?: TriggerGroup | undefined;
      }>,
    ];
    answer: TriggeredBatch & WithWarnings;
  };
  /** Start a group with an API key */
  triggerGroup: {
    takes: [options: CallWith<{ path: GroupPath; body?: TriggerGroup | undefined }>];
    answer: TriggeredBatch & WithWarnings;
  };
  /** Make the webhook of a group, or give it a new secret */
  makeGroupWebhook: {
    takes: [options: CallWith<{ path: GroupPath }>];
    answer: { webhook: MadeGroupWebhook } & WithWarnings;
  };
  /** Read the webhook of a group, without its secret */
  getGroupWebhook: {
    takes: [options: CallWith<{ path: GroupPath }>];
    answer: { webhook: GroupWebhook } & WithWarnings;
  };
  /** Enable or disable the webhook of a group */
  updateGroupWebhook: {
    takes: [options: CallWith<{ path: GroupPath; body: UpdateGroupWebhook }>];
    answer: { webhook: GroupWebhook } & WithWarnings;
  };
  /** Delete the webhook of a group */
  deleteGroupWebhook: { takes: [options: CallWith<{ path: GroupPath }>]; answer: Deleted & WithWarnings };
  /** List batches with their runs, newest first */
  listBatches: {
    takes: [
      options?: CallWith<{
        query?:
          | ({
              /** Only batches of this project */
              projectId?: string | undefined;
              /** Only batches of this group */
              groupId?: string | undefined;
            } & PageQuery)
          | undefined;
      }>,
    ];
    answer: { batches: Array<Batch> } & NextPage & WithWarnings;
  };
  /** Read a batch with its runs */
  getBatch: { takes: [options: CallWith<{ path: BatchPath }>]; answer: { batch: Batch } & WithWarnings };
  /** Read a batch as JUnit XML */
  getBatchAsJUnit: { takes: [options: CallWith<{ path: BatchPath }>]; answer: string };
  /** Cancel all runs of a batch that have not ended */
  cancelBatch: { takes: [options: CallWith<{ path: BatchPath }>]; answer: CancelledBatch & WithWarnings };
  /** Run a batch again */
  rerunBatch: {
    takes: [options: CallWith<{ path: BatchPath; body?: RerunOptions | undefined }>];
    answer: RerunBatch & WithWarnings;
  };
  /** List the pictures that tests compare their pages with, newest first */
  listBaselines: {
    takes: [
      options?: CallWith<{
        query?:
          | ({
              /** Only those of this project */
              projectId?: string | undefined;
              /** Only those of this test */
              testId?: string | undefined;
              /** Only those for which a picture of this run waits */
              runId?: string | undefined;
              /** Only those in this status; `waiting` is `new` or `changed` */
              status?: 'new' | 'approved' | 'changed' | 'waiting' | undefined;
            } & PageQuery)
          | undefined;
      }>,
    ];
    answer: { baselines: Array<Baseline> } & NextPage & WithWarnings;
  };
  /** Read a baseline */
  getBaseline: { takes: [options: CallWith<{ path: BaselinePath }>]; answer: Baseline & WithWarnings };
  /** Delete a baseline with its picture; the next run begins a new one */
  deleteBaseline: { takes: [options: CallWith<{ path: BaselinePath }>]; answer: Deleted & WithWarnings };
  /** Approve the picture that waits for it */
  approveBaseline: {
    takes: [options: CallWith<{ path: BaselinePath; body?: ApproveBaseline | undefined }>];
    answer: { baseline: Baseline } & WithWarnings;
  };
  /** List the attempts to deliver the result of a run, oldest first */
  listDeliveries: {
    takes: [options: CallWith<{ path: RunPath }>];
    answer: { deliveries: Array<Delivery> } & NextPage & WithWarnings;
  };
  /** Deliver the result of a run again */
  redeliver: {
    takes: [options: CallWith<{ path: RunPath; body?: Redeliver | undefined }>];
    answer: Run & WithWarnings;
  };
  /** List the results of a project that were to be delivered, newest first */
  listProjectDeliveries: {
    takes: [
      options: CallWith<{
        path: ProjectPath;
        query?:
          | ({
              status?: 'pending' | 'delivered' | 'failed' | undefined;
              /** Only those to this host, with its port where the address names one */
              receiver?: string | undefined;
              /** Only what was created at this time or later */
              from?: string | undefined;
              /** Only what was created before this time */
              to?: string | undefined;
            } & PageQuery)
          | undefined;
      }>,
    ];
    answer: { deliveries: Array<ProjectDelivery> } & NextPage & WithWarnings;
  };
  /** Deliver results of a project again */
  redeliverMany: {
    takes: [options: CallWith<{ path: ProjectPath; body: RedeliverMany }>];
    answer: Redelivered & WithWarnings;
  };
  /** Send a sample result to a receiver */
  testWebhook: {
    takes: [options: CallWith<{ path: ProjectPath; body?: TestWebhook | undefined }>];
    answer: WebhookTestResult & WithWarnings;
  };
  /** Follow the changes of runs, deliveries and batches as they happen */
  followEvents: {
    takes: [
      options?: CallWith<{
        query?:
          | {
              /** Whose events; a project key implies it, and an admin key may leave it out when there is exactly one project */
              projectId?: string | undefined;
              /** For clients that can not set the header `Last-Event-ID`, which goes before it */
              lastEventId?: string | undefined;
            }
          | undefined;
      }>,
    ];
    answer: ReadableStream<Uint8Array>;
  };
}

export type OperationId = keyof Operations;

/** The lists that come in pages. */
export type ListId =
  | 'listApps'
  | 'listProjects'
  | 'listAdminKeys'
  | 'listProjectKeys'
  | 'listRuns'
  | 'listRunSummaries'
  | 'listTests'
  | 'listGroups'
  | 'listBatches'
  | 'listBaselines'
  | 'listProjectDeliveries';

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  hasBody?: true;
  /** The path itself holds the secret; no key is sent. */
  isOpen?: true;
  takesIdempotencyKey?: true;
  /** JSON by default. */
  answer?: 'text' | 'stream';
}

export const routes: Record<OperationId, Route> = {
  initiateUpload: { method: 'POST', path: '/api/v1/projects/{projectId}/mobile/upload', hasBody: true },
  confirmUpload: {
    method: 'POST',
    path: '/api/v1/projects/{projectId}/mobile/upload/confirm',
    hasBody: true,
  },
  listApps: { method: 'GET', path: '/api/v1/projects/{projectId}/mobile' },
  getApp: { method: 'GET', path: '/api/v1/projects/{projectId}/mobile/{appId}' },
  deleteApp: { method: 'DELETE', path: '/api/v1/projects/{projectId}/mobile/{appId}' },
  getAppUsage: { method: 'GET', path: '/api/v1/projects/{projectId}/mobile/{appId}/usage' },
  createProject: { method: 'POST', path: '/api/v1/projects', hasBody: true },
  listProjects: { method: 'GET', path: '/api/v1/projects' },
  getProject: { method: 'GET', path: '/api/v1/projects/{projectId}' },
  updateProject: { method: 'PATCH', path: '/api/v1/projects/{projectId}', hasBody: true },
  deleteProject: { method: 'DELETE', path: '/api/v1/projects/{projectId}' },
  rotateWebhookSecret: { method: 'POST', path: '/api/v1/projects/{projectId}/webhook-secret/rotate' },
  setVariable: { method: 'PUT', path: '/api/v1/projects/{projectId}/variables/{name}', hasBody: true },
  deleteVariable: { method: 'DELETE', path: '/api/v1/projects/{projectId}/variables/{name}' },
  listVariables: { method: 'GET', path: '/api/v1/projects/{projectId}/variables' },
  createEnvironment: { method: 'POST', path: '/api/v1/projects/{projectId}/environments', hasBody: true },
  listEnvironments: { method: 'GET', path: '/api/v1/projects/{projectId}/environments' },
  getEnvironment: { method: 'GET', path: '/api/v1/projects/{projectId}/environments/{environmentId}' },
  updateEnvironment: {
    method: 'PATCH',
    path: '/api/v1/projects/{projectId}/environments/{environmentId}',
    hasBody: true,
  },
  deleteEnvironment: { method: 'DELETE', path: '/api/v1/projects/{projectId}/environments/{environmentId}' },
  issueAdminKey: { method: 'POST', path: '/api/v1/keys', hasBody: true },
  listAdminKeys: { method: 'GET', path: '/api/v1/keys' },
  revokeAdminKey: { method: 'DELETE', path: '/api/v1/keys/{keyId}' },
  issueProjectKey: { method: 'POST', path: '/api/v1/projects/{projectId}/keys', hasBody: true },
  listProjectKeys: { method: 'GET', path: '/api/v1/projects/{projectId}/keys' },
  revokeProjectKey: { method: 'DELETE', path: '/api/v1/projects/{projectId}/keys/{keyId}' },
  signIn: { method: 'POST', path: '/api/v1/session', hasBody: true, isOpen: true },
  getCaller: { method: 'GET', path: '/api/v1/session' },
  signOut: { method: 'DELETE', path: '/api/v1/session' },
  revokeSession: { method: 'DELETE', path: '/api/v1/sessions/{id}' },
  issueSignInCode: { method: 'POST', path: '/api/v1/sign-in-codes' },
  submitRun: { method: 'POST', path: '/api/v1/runs', hasBody: true, takesIdempotencyKey: true },
  listRuns: { method: 'GET', path: '/api/v1/runs' },
  getRun: { method: 'GET', path: '/api/v1/runs/{id}' },
  cancelRun: { method: 'POST', path: '/api/v1/runs/{id}/cancel' },
  rerunRun: { method: 'POST', path: '/api/v1/runs/{id}/rerun', takesIdempotencyKey: true },
  getRunScreen: { method: 'GET', path: '/api/v1/runs/{id}/screen', answer: 'stream' },
  listRunSummaries: { method: 'GET', path: '/api/v1/projects/{projectId}/runs' },
  getStatistics: { method: 'GET', path: '/api/v1/projects/{projectId}/statistics' },
  listWorkers: { method: 'GET', path: '/api/v1/workers' },
  listDevices: { method: 'GET', path: '/api/v1/devices' },
  readSteps: { method: 'POST', path: '/api/v1/steps/read', hasBody: true },
  createTest: { method: 'POST', path: '/api/v1/tests', hasBody: true },
  listTests: { method: 'GET', path: '/api/v1/tests' },
  getTest: { method: 'GET', path: '/api/v1/tests/{id}' },
  updateTest: { method: 'PATCH', path: '/api/v1/tests/{id}', hasBody: true },
  deleteTest: { method: 'DELETE', path: '/api/v1/tests/{id}' },
  runTest: { method: 'POST', path: '/api/v1/tests/{id}/runs', hasBody: true, takesIdempotencyKey: true },
  createGroup: { method: 'POST', path: '/api/v1/groups', hasBody: true },
  listGroups: { method: 'GET', path: '/api/v1/groups' },
  getGroup: { method: 'GET', path: '/api/v1/groups/{id}' },
  updateGroup: { method: 'PATCH', path: '/api/v1/groups/{id}', hasBody: true },
  deleteGroup: { method: 'DELETE', path: '/api/v1/groups/{id}' },
  listTestsOfGroup: { method: 'GET', path: '/api/v1/groups/{id}/tests' },
  addTestToGroup: { method: 'POST', path: '/api/v1/groups/{id}/tests', hasBody: true },
  orderTestsOfGroup: { method: 'PUT', path: '/api/v1/groups/{id}/tests', hasBody: true },
  changeTestInGroup: { method: 'PATCH', path: '/api/v1/groups/{id}/tests/{testId}', hasBody: true },
  removeTestFromGroup: { method: 'DELETE', path: '/api/v1/groups/{id}/tests/{testId}' },
  triggerGroupByWebhook: {
    method: 'POST',
    path: '/api/v1/groups/webhook/{id}/{secret}',
    hasBody: true,
    isOpen: true,
    takesIdempotencyKey: true,
  },
  triggerGroup: {
    method: 'POST',
    path: '/api/v1/groups/{id}/runs',
    hasBody: true,
    takesIdempotencyKey: true,
  },
  makeGroupWebhook: { method: 'POST', path: '/api/v1/groups/{id}/webhook' },
  getGroupWebhook: { method: 'GET', path: '/api/v1/groups/{id}/webhook' },
  updateGroupWebhook: { method: 'PATCH', path: '/api/v1/groups/{id}/webhook', hasBody: true },
  deleteGroupWebhook: { method: 'DELETE', path: '/api/v1/groups/{id}/webhook' },
  listBatches: { method: 'GET', path: '/api/v1/batches' },
  getBatch: { method: 'GET', path: '/api/v1/batches/{id}' },
  getBatchAsJUnit: { method: 'GET', path: '/api/v1/batches/{id}/junit.xml', answer: 'text' },
  cancelBatch: { method: 'POST', path: '/api/v1/batches/{id}/cancel' },
  rerunBatch: { method: 'POST', path: '/api/v1/batches/{id}/rerun', hasBody: true },
  listBaselines: { method: 'GET', path: '/api/v1/baselines' },
  getBaseline: { method: 'GET', path: '/api/v1/baselines/{id}' },
  deleteBaseline: { method: 'DELETE', path: '/api/v1/baselines/{id}' },
  approveBaseline: { method: 'POST', path: '/api/v1/baselines/{id}/approve', hasBody: true },
  listDeliveries: { method: 'GET', path: '/api/v1/runs/{id}/deliveries' },
  redeliver: { method: 'POST', path: '/api/v1/runs/{id}/redeliver', hasBody: true },
  listProjectDeliveries: { method: 'GET', path: '/api/v1/projects/{projectId}/deliveries' },
  redeliverMany: { method: 'POST', path: '/api/v1/projects/{projectId}/deliveries/redeliver', hasBody: true },
  testWebhook: { method: 'POST', path: '/api/v1/projects/{projectId}/webhook/test', hasBody: true },
  followEvents: { method: 'GET', path: '/api/v1/events', answer: 'stream' },
};
