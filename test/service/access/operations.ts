import type { Place, Resource } from './place.js';

/** What one operation needs, and who may call it: the rule as people agreed on it, not as the routes have it. */
export interface Operation {
  access: 'public' | 'project' | 'admin';
  /** The status of a call that is right. */
  ok: number;
  /** Where a call names a resource of a project. Members of a body are written as paths: `mobile.appId`. */
  path?: Record<string, Resource>;
  query?: Record<string, Resource>;
  body?: Record<string, Resource>;
  /** The rest of a body that is right. */
  rest?: object | ((place: Place) => Promise<object>);
  /** Members of a path that name nothing of a project. */
  free?: Record<string, string>;
  /** A filter of a list: what it names elsewhere gives an empty list. */
  filter?: { name: string; resource: Resource; member: string };
  /** Set where `projectId` can be left out: what an admin key gets then, on a service with several projects. */
  adminWithoutProject?: number;
}

const step = { type: 'assert', title: 'See "Welcome"' };
const onProject = { path: { projectId: 'project' } } as const;
const onEnvironment = { path: { projectId: 'project', environmentId: 'environment' } } as const;
const onGroup = { path: { id: 'group' } } as const;
const onRun = { path: { id: 'run' } } as const;
const onBatch = { path: { id: 'batch' } } as const;
const named = { query: { projectId: 'project' }, adminWithoutProject: 400 } as const;

/** Every operation of openapi.json; one that is missing here fails the test. */
export const operations: Record<string, Operation> = {
  initiateUpload: { access: 'project', ok: 200, ...onProject, rest: { filename: 'a.apk', fileSize: 9 } },
  confirmUpload: {
    access: 'project',
    ok: 201,
    ...onProject,
    body: { storageKey: 'storedBuild' },
    rest: (place) => place.storedFile(),
  },
  listApps: { access: 'project', ok: 200, ...onProject },
  getApp: { access: 'project', ok: 200, path: { projectId: 'project', appId: 'app' } },
  getAppUsage: { access: 'project', ok: 200, path: { projectId: 'project', appId: 'app' } },
  deleteApp: { access: 'project', ok: 200, path: { projectId: 'project', appId: 'app' } },

  createProject: { access: 'admin', ok: 201, rest: { name: 'New' } },
  listProjects: { access: 'admin', ok: 200 },
  getProject: { access: 'admin', ok: 200, ...onProject },
  updateProject: { access: 'admin', ok: 200, ...onProject, rest: { name: 'Renamed', concurrency: 3 } },
  deleteProject: { access: 'admin', ok: 200, ...onProject },
  rotateWebhookSecret: { access: 'admin', ok: 200, ...onProject },
  testWebhook: { access: 'admin', ok: 200, ...onProject, rest: { url: 'http://127.0.0.1:9/' } },

  setVariable: {
    access: 'admin',
    ok: 200,
    ...onProject,
    free: { name: 'greeting' },
    rest: { value: 'hello' },
  },
  deleteVariable: { access: 'admin', ok: 200, path: { projectId: 'project', name: 'variable' } },
  listVariables: { access: 'admin', ok: 200, ...onProject },

  createEnvironment: {
    access: 'admin',
    ok: 201,
    ...onProject,
    rest: { name: 'New', url: 'https://new.example.com' },
  },
  listEnvironments: { access: 'project', ok: 200, ...onProject },
  getEnvironment: { access: 'project', ok: 200, ...onEnvironment },
  updateEnvironment: { access: 'admin', ok: 200, ...onEnvironment, rest: { name: 'Renamed' } },
  deleteEnvironment: { access: 'admin', ok: 200, ...onEnvironment },

  issueAdminKey: { access: 'admin', ok: 201, rest: { name: 'spare' } },
  listAdminKeys: { access: 'admin', ok: 200 },
  revokeAdminKey: { access: 'admin', ok: 200, path: { keyId: 'adminKey' } },
  issueProjectKey: { access: 'admin', ok: 201, ...onProject, rest: { name: 'ci' } },
  listProjectKeys: { access: 'admin', ok: 200, ...onProject },
  revokeProjectKey: { access: 'admin', ok: 200, path: { projectId: 'project', keyId: 'projectKey' } },

  signIn: { access: 'public', ok: 201, rest: async ({ key }) => ({ key }) },
  getCaller: { access: 'project', ok: 200 },
  // A call with a key has no session to end.
  signOut: { access: 'project', ok: 404 },
  revokeSession: { access: 'project', ok: 200, path: { id: 'session' } },
  issueSignInCode: { access: 'project', ok: 201 },

  submitRun: {
    access: 'project',
    ok: 202,
    body: { projectId: 'project', 'mobile.appId': 'app', projectEnvironmentId: 'environment' },
    rest: { prompt: 'See "Welcome".' },
    adminWithoutProject: 400,
  },
  listRuns: {
    access: 'project',
    ok: 200,
    ...named,
    adminWithoutProject: 200,
    filter: { name: 'batchId', resource: 'batch', member: 'runs' },
  },
  listRunSummaries: {
    access: 'project',
    ok: 200,
    ...onProject,
    filter: { name: 'batchId', resource: 'batch', member: 'runs' },
  },
  getStatistics: { access: 'project', ok: 200, ...onProject },
  getRun: { access: 'project', ok: 200, ...onRun },
  // The run waits: there is nothing to be seen yet.
  getRunScreen: { access: 'project', ok: 204, ...onRun },
  cancelRun: { access: 'project', ok: 200, ...onRun },
  rerunRun: { access: 'project', ok: 202, path: { id: 'endedRun' } },
  listDeliveries: { access: 'project', ok: 200, ...onRun },
  redeliver: {
    access: 'project',
    ok: 202,
    path: { id: 'endedRun' },
    rest: { webhookUrl: 'http://127.0.0.1:9/' },
  },

  listProjectDeliveries: { access: 'project', ok: 200, ...onProject },
  redeliverMany: { access: 'project', ok: 202, ...onProject, rest: { from: '2026-05-01T00:00:00Z' } },

  listWorkers: { access: 'project', ok: 200 },
  listDevices: { access: 'project', ok: 200 },

  readSteps: {
    access: 'project',
    ok: 200,
    body: { projectId: 'project' },
    rest: { prompt: 'See "Welcome".' },
    adminWithoutProject: 400,
  },
  createTest: {
    access: 'project',
    ok: 201,
    body: { projectId: 'project' },
    rest: { title: 'New', platform: 'web', steps: [step] },
    adminWithoutProject: 400,
  },
  listTests: { access: 'project', ok: 200, ...named },
  getTest: { access: 'project', ok: 200, path: { id: 'test' } },
  updateTest: {
    access: 'project',
    ok: 200,
    path: { id: 'test' },
    rest: { title: 'Renamed', enabled: false, steps: [step] },
  },
  runTest: {
    access: 'project',
    ok: 202,
    path: { id: 'test' },
    body: { 'mobile.appId': 'app', projectEnvironmentId: 'environment' },
  },
  deleteTest: { access: 'project', ok: 200, path: { id: 'test' } },

  listBaselines: {
    access: 'project',
    ok: 200,
    ...named,
    adminWithoutProject: 200,
    filter: { name: 'testId', resource: 'comparedTest', member: 'baselines' },
  },
  getBaseline: { access: 'project', ok: 200, path: { id: 'baseline' } },
  approveBaseline: { access: 'project', ok: 200, path: { id: 'baseline' } },
  deleteBaseline: { access: 'project', ok: 200, path: { id: 'baseline' } },

  createGroup: {
    access: 'project',
    ok: 201,
    body: { projectId: 'project' },
    rest: { name: 'New' },
    adminWithoutProject: 400,
  },
  listGroups: { access: 'project', ok: 200, ...named },
  getGroup: { access: 'project', ok: 200, ...onGroup },
  updateGroup: { access: 'project', ok: 200, ...onGroup, rest: { name: 'Renamed', runMode: 'sequential' } },
  deleteGroup: { access: 'project', ok: 200, ...onGroup },
  listTestsOfGroup: { access: 'project', ok: 200, ...onGroup },
  addTestToGroup: { access: 'project', ok: 201, ...onGroup, body: { testId: 'test' }, rest: { position: 1 } },
  orderTestsOfGroup: { access: 'project', ok: 200, ...onGroup, body: { 'testIds.0': 'test' } },
  changeTestInGroup: {
    access: 'project',
    ok: 200,
    path: { id: 'group', testId: 'member' },
    rest: { enabled: false },
  },
  removeTestFromGroup: { access: 'project', ok: 200, path: { id: 'group', testId: 'member' } },

  makeGroupWebhook: { access: 'project', ok: 201, ...onGroup },
  getGroupWebhook: { access: 'project', ok: 200, path: { id: 'groupWithWebhook' } },
  updateGroupWebhook: {
    access: 'project',
    ok: 200,
    path: { id: 'groupWithWebhook' },
    rest: { enabled: false },
  },
  deleteGroupWebhook: { access: 'project', ok: 200, path: { id: 'groupWithWebhook' } },
  triggerGroup: {
    access: 'project',
    ok: 202,
    ...onGroup,
    body: { 'mobile.appId': 'app', projectEnvironmentId: 'environment' },
  },
  triggerGroupByWebhook: {
    access: 'public',
    ok: 202,
    path: { id: 'webhook', secret: 'webhookSecret' },
    body: { 'mobile.appId': 'app', projectEnvironmentId: 'environment' },
  },

  listBatches: {
    access: 'project',
    ok: 200,
    ...named,
    adminWithoutProject: 200,
    filter: { name: 'groupId', resource: 'groupOfBatch', member: 'batches' },
  },
  getBatch: { access: 'project', ok: 200, ...onBatch },
  getBatchAsJUnit: { access: 'project', ok: 200, ...onBatch },
  cancelBatch: { access: 'project', ok: 200, ...onBatch },
  rerunBatch: { access: 'project', ok: 202, ...onBatch },
  followEvents: { access: 'project', ok: 200, ...named },
};

export function operationOf({ operationId }: { operationId: string }): Operation {
  const operation = operations[operationId];
  if (operation === undefined) throw new Error(`${operationId} is not known`);
  return operation;
}
