import { brokenObject, brokenValue, oddText, validObject, validValue } from './values.mjs';

/** Every operation of the document, with its references put in place. */
export function operationsOf(document) {
  const resolve = (node) => {
    if (Array.isArray(node)) return node.map(resolve);
    if (node === null || typeof node !== 'object') return node;
    if (typeof node.$ref === 'string') {
      const [, , kind, name] = node.$ref.split('/');
      const target = resolve(document.components[kind][name]);
      if (node.properties === undefined) return target;
      return { ...target, properties: { ...target.properties, ...resolve(node.properties) } };
    }
    if (node.anyOf !== undefined) return recordOrNull(node.anyOf.map(resolve));
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, resolve(value)]));
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId, parameters = [], requestBody, responses, security }]) => ({
        operationId,
        method: method.toUpperCase(),
        path,
        parameters: parameters.map(resolve),
        body: resolve(requestBody?.content['application/json'].schema) ?? null,
        responses: resolve(responses),
        isPublic: security?.length === 0,
      }),
    ),
  );
}

function recordOrNull([{ type, ...record }, { type: orNull }]) {
  return { ...record, type: [type, orNull] };
}

const kindOfMember = {
  projectId: 'project',
  testId: 'test',
  testIds: 'test',
  batchId: 'batch',
  appId: 'app',
};

/** One request, right or broken; two in three are right as far as the document tells. */
export function makeRequest(operation, random, things, keys) {
  const { operationId, method, path, parameters, body: bodySchema } = operation;
  const isBroken = random.chance(0.34);
  const inPart = (part) => parameters.filter((parameter) => parameter.in === part);
  const known = (name, schema) => {
    const kind = schema['x-resource'] ?? kindOfMember[name];
    return kind === 'project' ? things.project(operationId) : kind && things.any(kind);
  };
  const params = {
    ...valuesOf(inPart('path'), random, known),
    ...namedTogether(operationId, random, things),
  };
  const query = valuesOf(
    inPart('query').filter(({ required }) => required || random.chance(0.4)),
    random,
    known,
  );
  // Pages are kept small: what is checked is their form, not the patience of the reader.
  if (inPart('query').some(({ name }) => name === 'limit') && random.chance(0.9))
    query.limit = 1 + random.below(20);
  const headers = valuesOf(
    inPart('header').filter(() => random.chance(0.2)),
    random,
    known,
  );
  let body = bodySchema === null ? undefined : validObject(bodySchema, random, known);
  if (random.chance(0.8)) body = likelier(operationId, body, things);
  const request = {
    operation,
    method,
    params,
    query,
    headers,
    body,
    key: keys.admin,
    keyName: 'admin',
    raw: undefined,
  };
  if (random.chance(0.2)) Object.assign(request, { key: keys.project, keyName: 'project' });
  if (isBroken) breakRequest(request, random, known);
  return { ...request, url: urlOf(path, request) };
}

/** What the document can not say about a body: which members fit each other, and what a service without apps can run. */
function likelier(operationId, body, things) {
  if (operationId === 'confirmUpload') return { ...body, ...things.any('upload') };
  if (operationId === 'createTest' || operationId === 'updateTest')
    return { ...body, platform: 'web', ...(body.steps && { steps: body.steps.map(withTitle) }) };
  if (operationId === 'createProject' || operationId === 'updateProject')
    return { ...body, ...(body.targetUrl != null && { url: null }) };
  if (operationId === 'readSteps') {
    const { prompt: _given, steps: _beside, ...rest } = body;
    return body.prompt == null
      ? { ...rest, steps: body.steps?.map(withTitle) }
      : { ...rest, prompt: body.prompt };
  }
  if (!['submitRun', 'runTest', 'triggerGroup', 'triggerGroupByWebhook'].includes(operationId)) return body;
  const { mobile: _needsAnApp, platform: _isOfTheApp, environment: _name, ...rest } = body;
  if (rest.targetUrl != null) delete rest.projectEnvironmentId;
  if (operationId !== 'triggerGroupByWebhook') return rest;
  // Without a key they lead only where the project says, which other requests keep changing.
  const { targetUrl: _page, webhookUrl: _receiver, ...others } = rest;
  return others;
}

/** Only a screenshot needs none. */
function withTitle(step) {
  return { ...step, title: step.title ?? 'See "Welcome"' };
}

function valuesOf(parameters, random, known) {
  return Object.fromEntries(
    parameters.map(({ name, schema }) => [name, validValue(schema, random, known, name)]),
  );
}

/** Parameters that only fit each other. */
function namedTogether(operationId, random, things) {
  if (random.chance(0.15)) return {};
  // A new secret ends the former one: of an older webhook it is mostly dead, and a newer group mostly has nothing to run.
  if (operationId === 'triggerGroupByWebhook')
    return (random.chance(0.5) ? things.newest('webhook') : things.any('webhook')) ?? {};
  if (operationId === 'changeTestInGroup' || operationId === 'removeTestFromGroup')
    return things.any('member') ?? {};
  const named = {
    revokeAdminKey: ['keyId', 'admin key'],
    revokeProjectKey: ['keyId', 'project key'],
    deleteVariable: ['name', 'variable'],
    makeGroupWebhook: ['id', 'group with tests'],
    triggerGroup: ['id', 'group with tests'],
    getGroupWebhook: ['id', 'group with webhook'],
    updateGroupWebhook: ['id', 'group with webhook'],
    deleteGroupWebhook: ['id', 'group with webhook'],
  }[operationId];
  const thing = named && things.any(named[1]);
  return thing === undefined ? {} : { [named[0]]: thing };
}

const tooLarge = JSON.stringify({ x: 'x'.repeat(1_100_000) });
const brokenBodies = [
  '{"a"',
  '[]',
  '"text"',
  'null',
  '7',
  '',
  '{"__proto__": {"id": 1}}',
  '\u{feff}{}',
  `${'['.repeat(5_000)}`,
];

function breakRequest(request, random, known) {
  const { operation, params, query, headers } = request;
  const { parameters, body: bodySchema, method } = operation;
  const ways = [
    () => {
      Object.assign(request, random.pick(wrongKeys));
    },
    () => {
      const { name } = random.pick(parameters.filter((parameter) => parameter.in === 'path')) ?? {};
      if (name !== undefined) params[name] = { raw: random.pick(rawTexts) };
    },
    () => {
      const parameter = random.pick(parameters.filter((other) => other.in === 'query'));
      if (parameter !== undefined) query[parameter.name] = brokenValue(parameter.schema, random, known);
      else query[random.pick(['x', 'project_id', '__proto__', 'constructor'])] = oddText(random);
    },
    () => {
      headers['content-type'] = random.pick([
        'text/plain',
        'application/xml',
        'application/json; charset=latin1',
        '',
        'x',
      ]);
    },
    () => {
      request.raw = random.chance(0.02) ? tooLarge : random.pick(brokenBodies);
    },
  ];
  if (bodySchema !== null) {
    const alter = () => {
      request.body = brokenObject(bodySchema, random, known);
    };
    ways.push(alter, alter, alter);
  }
  random.pick(ways)();
  if (method === 'GET') request.raw = undefined;
}

const wrongKeys = [
  { key: null, keyName: 'none' },
  { key: 'gk_nobody_0123456789abcdefghijABCDEFGHIJ', keyName: 'wrong' },
  { key: 'nonsense', keyName: 'wrong' },
];
/** As they stand in the path: a path can be broken where its decoded text could not. */
const rawTexts = [
  '%00',
  'a%00',
  '%ff%fe',
  '%zz',
  '%',
  '',
  '.',
  '..',
  '%2e%2e%2f',
  'a%2fb',
  '-1',
  'x'.repeat(300),
  '%F0%9F%98%80',
  ';',
  '*',
  '__proto__',
];

function urlOf(path, { params, query }) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name) => {
    const value = params[name];
    return typeof value === 'object' && value !== null
      ? (value.raw ?? '')
      : encodeURIComponent(String(value).toWellFormed());
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat())
      search.append(name, typeof one === 'string' ? one : JSON.stringify(one));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

/** The same request for a shell. The key is named, never shown. */
export function asCurl(base, { method, url, headers, body, raw, keyName }) {
  const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  return [
    `curl -sS -i --globoff --path-as-is -X ${method} ${quote(base + url)}`,
    ...(keyName === 'none' ? [] : [`-H "Authorization: Bearer $${keyName.toUpperCase()}_KEY"`]),
    ...Object.entries({ ...(sent !== undefined && { 'content-type': 'application/json' }), ...headers }).map(
      ([name, value]) => `-H ${quote(`${name}: ${value}`)}`,
    ),
    ...(sent === undefined
      ? []
      : [`--data-binary ${quote(sent.length > 4_000 ? `${sent.slice(0, 4_000)}…` : sent)}`]),
  ].join(' ');
}
