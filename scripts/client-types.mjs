// Writes src/client/api.ts and src/client/record-schemas.ts from openapi.json, or with --check compares them.
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const answerKinds = {
  'application/json': 'json',
  'application/xml': 'text',
  'text/event-stream': 'stream',
  'image/jpeg': 'stream',
};

const partsOfAnOperation = [
  ...['operationId', 'summary', 'description', 'tags', 'security'],
  ...['parameters', 'requestBody', 'responses'],
];
const checkedByTheService = [
  ...['title', 'description', 'examples', 'default', 'format', 'pattern', 'minimum', 'maximum'],
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems', 'additionalProperties', 'x-resource'],
];

/** The MCP server describes these to agents. */
const describedToOthers = ['MobileApp', 'Run', 'RunOutput', 'RunStep', 'RunIssue', 'Batch', 'BatchRun'];
const notice = '// Written from openapi.json by scripts/client-types.mjs: what is changed here is lost.';

const root = new URL('../', import.meta.url);
const document = JSON.parse(await readFile(new URL('openapi.json', root), 'utf8'));
await keep('src/client/api.ts', write(document));
await keep('src/client/record-schemas.ts', writeRecords(document.components.schemas));

async function keep(file, code) {
  const path = new URL(file, root);
  const text = format(file, code);
  if (!process.argv.includes('--check')) {
    await writeFile(path, text);
    return;
  }
  const committed = await readFile(path, 'utf8').catch(() => '');
  if (committed === text) return;
  process.stderr.write(`${file} is not what openapi.json says: run "npm run openapi" and commit it.\n`);
  process.exitCode = 1;
}

function write({ paths, components }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(method, path, operation)),
  );
  return `${notice}

${Object.entries(components.schemas).map(writeComponent).join('\n\n')}

/** What every call may take. */
export interface CallSettings {
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
}

/** Every call of the API by its name: what it takes, written out so that nothing has to be inferred, and its answer. */
export interface Operations {
${operations.map(writeOperation).join('\n')}
}

export type OperationId = keyof Operations;

/** The lists that come in pages. */
export type ListId = ${operations
    .filter(({ isPaged }) => isPaged)
    .map(({ id }) => JSON.stringify(id))
    .join(' | ')};

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
${operations.map(({ id, route }) => `${id}: ${JSON.stringify(route)},`).join('\n')}
};
`;
}

/** The schemas that programs read to describe records to others. */
function writeRecords(schemas) {
  const names = Object.keys(schemas)
    .filter((name) => describedToOthers.includes(name))
    .toSorted();
  const fields = names.map((name) => `${name}: ${JSON.stringify(fieldsOf(schemas[name]))},`);
  return `${notice}

import type { ${names.join(', ')} } from './api.ts';

export interface Records { ${names.map((name) => `${name}: ${name};`).join(' ')} }

export interface FieldSchema {
  type?: string | readonly string[];
  enum?: ReadonlyArray<string | null>;
  properties?: Readonly<Record<string, FieldSchema>>;
  items?: FieldSchema;
}

/** The type of each member. A record within another one is left out: it has an entry of its own. */
export const recordSchemas: Record<keyof Records, FieldSchema> = {
${fields.join('\n')}
};
`;
}

function fieldsOf(schema) {
  const { type, enum: values, properties, items } = withoutReference(schema);
  const members = Object.entries(properties ?? {}).filter(
    ([, { $ref, items }]) => $ref === undefined && items?.$ref === undefined,
  );
  return {
    type,
    ...(values !== undefined && { enum: values }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(members.map(([name, schema]) => [name, fieldsOf(schema)])),
    }),
    ...(items !== undefined && { items: fieldsOf(items) }),
  };
}

/** A record or null as one schema. */
function withoutReference(schema) {
  if (schema.anyOf === undefined) return schema;
  const [{ $ref }, { type: orNull }] = schema.anyOf;
  const { type, ...record } = schemaOf($ref);
  return { ...record, type: [type, orNull] };
}

function readOperation(method, path, operation) {
  const { operationId: id, summary, parameters = [], requestBody, security } = operation;
  knows(operation, id, partsOfAnOperation);
  const taken = (place) => parameters.filter((parameter) => parameter.in === place);
  const headers = taken('header').map(({ name }) => name);
  const unknown = headers.find((name) => !['idempotency-key', 'last-event-id', 'Prefer'].includes(name));
  if (unknown !== undefined) fail(id, `takes the header ${unknown}`);
  const answer = readAnswer(operation);
  return {
    id,
    summary,
    isPaged: taken('query').some(({ name }) => name === 'cursor'),
    takes: [
      writePart('path', writeParameters(taken('path'), id), true),
      writePart('query', writeParameters(taken('query'), id), taken('query').some(isRequired)),
      writePart(
        'body',
        requestBody && writeType(bodySchema(requestBody, id), id),
        needsBody(requestBody, id),
      ),
    ],
    answer: answer.type,
    route: {
      method: method.toUpperCase(),
      path,
      ...(requestBody !== undefined && { hasBody: true }),
      ...(security?.length === 0 && { isOpen: true }),
      ...(headers.includes('idempotency-key') && { takesIdempotencyKey: true }),
      ...(answer.kind !== 'json' && { answer: answer.kind }),
    },
  };
}

function isRequired({ required }) {
  return required === true;
}

/** A body whose every member may be left out may be left out itself. */
function needsBody(requestBody, at) {
  if (requestBody === undefined) return false;
  const { $ref, required = [] } = bodySchema(requestBody, at);
  const own = $ref === undefined ? [] : (schemaOf($ref).required ?? []);
  return [...required, ...own].length > 0;
}

function schemaOf($ref) {
  return document.components.schemas[$ref.replace('#/components/schemas/', '')];
}

/** A part that an operation does not take is named too: so that giving it is an error. */
function writePart(name, type, isNeeded) {
  if (type === undefined) return { text: `${name}?: undefined;`, isNeeded: false };
  return { text: isNeeded ? `${name}: ${type};` : `${name}?: ${type} | undefined;`, isNeeded };
}

function bodySchema({ content }, at) {
  const { 'application/json': json, ...others } = content;
  if (Object.keys(others).length > 0) fail(at, `takes ${Object.keys(others)}`);
  return json.schema;
}

function readAnswer({ operationId: id, responses }) {
  const contents = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.entries(content));
  const [mediaType, ...others] = new Set(contents.map(([type]) => type));
  const kind = answerKinds[mediaType];
  if (kind === undefined || others.length > 0) fail(id, `answers with ${[mediaType, ...others]}`);
  if (kind === 'stream') return { kind, type: 'ReadableStream<Uint8Array>' };
  return { kind, type: [...new Set(contents.map(([, { schema }]) => writeType(schema, id)))].join(' | ') };
}

function writeParameters(parameters, at) {
  if (parameters.length === 0) return undefined;
  const members = parameters.map(
    ({ name, schema, required, description }) =>
      `${comment(description ?? schema.description)}${member(name, required)}${writeType(schema, `${at} ${name}`)}${orMissing(required)};`,
  );
  return `{\n${members.join('\n')}\n}`;
}

function writeOperation({ id, summary, takes, answer }) {
  const options = takes.some(({ isNeeded }) => isNeeded) ? 'options' : 'options?';
  const parts = takes.map(({ text }) => text).join('\n');
  return `${comment(summary)}${id}: { takes: [${options}: CallSettings & {\n${parts}\n}]; answer: ${answer} };`;
}

function writeComponent([name, schema]) {
  const type = writeType(schema, name);
  return type.startsWith('{')
    ? `${comment(schema.description)}export interface ${nameOf(name)} ${type}`
    : `${comment(schema.description)}export type ${nameOf(name)} = ${type};`;
}

function writeType(schema, at) {
  if (schema.$ref !== undefined) {
    const { $ref, properties } = schema;
    knows(schema, at, ['$ref', 'properties']);
    const name = nameOf($ref.replace('#/components/schemas/', ''));
    return properties === undefined ? name : `${name} & ${writeObject({ properties }, at)}`;
  }
  knows(schema, at, ['type', 'enum', 'properties', 'required', 'items', 'anyOf', ...checkedByTheService]);
  if (schema.anyOf !== undefined) return schema.anyOf.map((one) => writeType(one, at)).join(' | ');
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  return [schema.type]
    .flat()
    .map((type) => writePlain(type, schema, at))
    .join(' | ');
}

function writePlain(type, schema, at) {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `Array<${writeType(schema.items, `${at}[]`)}>`;
    case 'object':
      return writeObject(schema, at);
    default:
      return fail(at, `is of the type ${type}`);
  }
}

function writeObject({ properties, required = [] }, at) {
  if (properties === undefined) fail(at, 'is an object of unknown members');
  const members = Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name);
    const type = writeType(schema, `${at}.${name}`);
    return `${comment(schema.description)}${member(name, isRequired)}${type}${orMissing(isRequired)};`;
  });
  return `{\n${members.join('\n')}\n}`;
}

function member(name, isRequired) {
  return `${JSON.stringify(name)}${isRequired ? '' : '?'}: `;
}

/** Callers may say `undefined` for what they leave out: it is not sent. */
function orMissing(isRequired) {
  return isRequired ? '' : ' | undefined';
}

/** `Error` would hide the global of that name. */
function nameOf(component) {
  return component === 'Error' ? 'ErrorBody' : component;
}

function comment(words) {
  return words === undefined ? '' : `/** ${words.replaceAll('*/', '* /')} */\n`;
}

function knows(thing, at, keys) {
  const unknown = Object.keys(thing).find((key) => !keys.includes(key));
  if (unknown !== undefined) fail(at, `uses "${unknown}", which scripts/client-types.mjs does not know yet`);
}

function fail(at, what) {
  throw new Error(`openapi.json: ${at} ${what}`);
}

function format(file, code) {
  const biome = fileURLToPath(new URL('node_modules/.bin/biome', root));
  const options = ['format', `--stdin-file-path=${file}`];
  return execFileSync(biome, options, { cwd: fileURLToPath(root), input: code, encoding: 'utf8' });
}
