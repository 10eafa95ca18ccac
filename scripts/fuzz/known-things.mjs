const kept = 30;

/** What a lane has made and can name again; the oldest is forgotten, so that memory stays bounded. */
export function createKnownThings(random, projectId) {
  const things = new Map([['project', [projectId]]]);
  const add = (kind, thing) => {
    if (thing === undefined || thing === null) return;
    const list = things.get(kind) ?? [];
    list.push(thing);
    if (list.length > kept) list.splice(kind === 'project' ? 1 : 0, 1);
    things.set(kind, list);
  };
  const any = (kind) => {
    const list = things.get(kind) ?? [];
    return list.length === 0 ? undefined : random.pick(list);
  };

  return {
    any,
    newest: (kind) => things.get(kind)?.at(-1),
    /** The lane's own project, and now and then another one. What a deletion names is never the lane's own. */
    project(operationId) {
      if (operationId !== 'deleteProject') return random.chance(0.95) ? projectId : any('project');
      const others = (things.get('project') ?? []).slice(1);
      return others.length === 0 ? undefined : random.pick(others);
    },
    learn(operationId, answer, request) {
      for (const [kind, read] of Object.entries(learnt[operationId] ?? {}))
        for (const thing of [read(answer, request)].flat()) add(kind, thing);
    },
  };
}

/** Which answers tell of something new, and where they name it. */
const learnt = {
  createProject: { project: ({ project }) => project.id },
  issueAdminKey: { 'admin key': ({ key }) => key.id },
  issueProjectKey: { 'project key': ({ key }) => key.id },
  initiateUpload: { upload: ({ storageKey, filename, fileSize }) => ({ storageKey, filename, fileSize }) },
  confirmUpload: { app: ({ app }) => app.id },
  setVariable: { variable: ({ variable }) => variable.name },
  createEnvironment: { environment: ({ environment }) => environment.id },
  createTest: { test: ({ test }) => test.id },
  createGroup: { group: ({ group }) => group.id },
  makeGroupWebhook: {
    webhook: ({ webhook }) => ({ id: webhook.id, secret: webhook.secret }),
    'group with webhook': (_answer, { params }) => params.id,
  },
  submitRun: { run: ({ id }) => id },
  runTest: { run: ({ runId }) => runId },
  triggerGroup: { batch: ({ batchId }) => batchId, run: ({ runIds }) => runIds },
  triggerGroupByWebhook: { batch: ({ batchId }) => batchId, run: ({ runIds }) => runIds },
  rerunBatch: { batch: ({ batchId }) => batchId, run: ({ runIds }) => runIds },
  addTestToGroup: {
    'group with tests': (_answer, { params }) => params.id,
    member: (_answer, { params, body }) => ({ id: params.id, testId: body.testId }),
  },
};
