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

/** Members that many shapes have, each group written once under a name. */
const sharedMembers = {
  NextPage: ['nextCursor'],
  WithWarnings: ['warnings'],
  PageQuery: ['limit', 'cursor'],
  Strictness: ['strict'],
};
/** A record that has all members of another one of at least so many is written as its extension. */
const leastExtended = 5;

/** The MCP server describes these to agents. */
const describedToOthers = ['MobileApp', 'Run', 'RunOutput', 'RunStep', 'RunIssue', 'Batch', 'BatchRun'];
const notice = '// Written from openapi.json by scripts/client-types.mjs: what is changed here is lost.';

/** By its name, what each group of shared members and each shared path looks like. */
const shared = new Map();
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
  const named = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const sharedPaths = namesOfPaths(named.map(({ operation }) => operation));
  const operations = named.map((one) => readOperation(one, sharedPaths));
  const records = Object.entries(components.schemas).map(writeComponent);
  return `${notice}

${records.join('\n\n')}

${[...shared].map(([name, type]) => `export interface ${name} ${type}`).join('\n\n')}

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

/** Path parameters that several operations take, by what they look like. */
function namesOfPaths(operations) {
  const all = operations.map(({ operationId, parameters = [] }) => {
    const taken = parameters.filter((parameter) => parameter.in === 'path');
    const nouns = taken.map(({ schema, description }) => nounOf(description ?? schema.description));
    // What is in a project is called by its own noun.
    const own = nouns.length > 1 ? nouns.filter((noun) => noun !== 'Project') : nouns;
    return { name: `${own.join('')}Path`, type: writeParameters(taken, operationId) };
  });
  const isRepeated = ({ type }, at) => type !== undefined && all.findIndex((one) => one.type === type) < at;
  const repeated = all.filter(isRepeated).filter(({ name, type }) => isShared(name, type));
  return new Map(repeated.map(({ name, type }) => [type, name]));
}

/** Such as `Run` of "Identifier of the run". */
function nounOf(description = '') {
  const noun = description.split(' ').at(-1);
  return noun.charAt(0).toUpperCase() + noun.slice(1);
}

/** Whether the name stands for this shape: the first that asks for it decides. */
function isShared(name, type) {
  if (!shared.has(name)) shared.set(name, type);
  return shared.get(name) === type;
}

function readOperation({ method, path, operation }, sharedPaths) {
  const { operationId: id, summary, parameters = [], requestBody, security } = operation;
  knows(operation, id, partsOfAnOperation);
  const taken = (place) => parameters.filter((parameter) => parameter.in === place);
  const headers = taken('header').map(({ name }) => name);
  const unknown = headers.find((name) => !['idempotency-key', 'last-event-id', 'Prefer'].includes(name));
  if (unknown !== undefined) fail(id, `takes the header ${unknown}`);
  const answer = readAnswer(operation);
  const pathType = writeParameters(taken('path'), id);
  return {
    id,
    summary,
    isPaged: taken('query').some(({ name }) => name === 'cursor'),
    takes: [
      writePart('path', sharedPaths.get(pathType) ?? pathType, true),
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

function writePart(name, type, isNeeded) {
  if (type === undefined) return { text: '', isNeeded: false };
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
  const members = parameters.map(({ name, schema, required, description }) => [
    name,
    `${comment(description ?? schema.description)}${member(name, required)}${writeType(schema, `${at} ${name}`)}${orMissing(required)};`,
  ]);
  return writeMembers(members);
}

function writeOperation({ id, summary, takes, answer }) {
  const options = takes.some(({ isNeeded }) => isNeeded) ? 'options' : 'options?';
  const parts = takes.map(({ text }) => text).join('');
  const call = parts === '' ? 'CallWith' : `CallWith<{${parts}}>`;
  return `${comment(summary)}${id}: { takes: [${options}: ${call}]; answer: ${answer} };`;
}

function writeComponent([name, schema]) {
  const beginning = comment(schema.description);
  if (schema.type !== 'object')
    return `${beginning}export type ${nameOf(name)} = ${writeType(schema, name)};`;
  const members = membersOf(schema, name);
  const extended = extendedBy(name, members);
  const inherited = extended?.members.map(([one]) => one) ?? [];
  const { names, rest } = withoutShared(members.filter(([one]) => !inherited.includes(one)));
  const bases = extended === undefined ? names : [extended.name, ...names];
  const extending = bases.length === 0 ? '' : ` extends ${bases.join(', ')}`;
  return `${beginning}export interface ${nameOf(name)}${extending} ${braced(rest)}`;
}

/** The largest other record whose every member is among these. */
function extendedBy(name, members) {
  const texts = new Set(members.map(([, text]) => text));
  return Object.entries(document.components.schemas)
    .filter(([other, { type }]) => other !== name && type === 'object')
    .map(([other, schema]) => ({ name: nameOf(other), members: membersOf(schema, other) }))
    .filter(({ members: others }) => others.length >= leastExtended && others.length < members.length)
    .filter(({ members: others }) => others.every(([, text]) => texts.has(text)))
    .toSorted((one, other) => other.members.length - one.members.length)[0];
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

function writeObject(schema, at) {
  return writeMembers(membersOf(schema, at));
}

function writeMembers(members) {
  const { names, rest } = withoutShared(members);
  return [...(rest.length === 0 ? [] : [braced(rest)]), ...names].join(' & ');
}

/** Each member of an object as its name and what it looks like. */
function membersOf({ properties, required = [] }, at) {
  if (properties === undefined) fail(at, 'is an object of unknown members');
  return Object.entries(properties).map(([name, schema]) => {
    const isRequired = required.includes(name);
    const type = writeType(schema, `${at}.${name}`);
    return [
      name,
      `${comment(schema.description)}${member(name, isRequired)}${type}${orMissing(isRequired)};`,
    ];
  });
}

/** The names of the shared groups that are whole among the members, and the other members. */
function withoutShared(members) {
  const groups = Object.entries(sharedMembers).filter(([name, group]) => {
    const found = members.filter(([one]) => group.includes(one));
    return found.length === group.length && isShared(name, braced(found));
  });
  return {
    names: groups.map(([name]) => name),
    rest: members.filter(([name]) => !groups.some(([, group]) => group.includes(name))),
  };
}

function braced(members) {
  const texts = members.map(([, text]) => text).join('\n');
  // One that begins on the line of its brace may stay there.
  return texts.includes('\n') ? `{\n${texts}\n}` : `{ ${texts} }`;
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
