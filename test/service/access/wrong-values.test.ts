import { expect, it } from 'vitest';
import { adminKey, apiOnly, startTestService } from '../../support/service.js';
import { operationOf } from './operations.js';
import { makePlace } from './place.js';
import { documented, makeRequest, openApi, type Request, send } from './request.js';
import { fingerprint } from './stored.js';

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  'x-resource'?: string;
}

/** A value that the schema of a member refuses, and where in the member it stands. */
interface Wrong {
  at: string[];
  value: unknown;
}

const wrongByFormat: Record<string, unknown[]> = {
  uuid: ['x'],
  cursor: ['x', Buffer.from('1.x').toString('base64url')],
  'plain-text': ['a\0b'],
  'display-name': ['  ', 'a\nb', 'x'.repeat(201)],
  'http-url': ['shop', 'ftp://example.com', 'http://user:secret@example.com', 'http://a/\0'],
  'host-pattern': ['http://example.com', '*'],
  'date-time': ['yesterday', '2026-13-01T00:00:00Z'],
  'time-zone': ['Mars/Olympus', '+01:00'],
  'build-filename': ['app.exe'],
  prompt: [' \n\t ', 'a \ud800 b'],
};

it('a value that a call may not have is refused by name in every operation of openapi.json, and changes nothing', async () => {
  const service = await startTestService({ settings: apiOnly });
  const place = await makePlace(service, 'own');
  const calls: Array<{ name: string; path: string; request: Request }> = [];
  for (const call of documented) {
    const right = await makeRequest(call, operationOf(call), place, ({ resource }) => place.idOf(resource));
    const name = call.operationId;
    for (const { in: part, name: parameter, schema } of call.parameters) {
      if (part !== 'query') continue;
      for (const { value } of wrongsOf(schema).filter(({ value }) => typeof value !== 'object')) {
        const [url = '', query] = right.url.split('?');
        const asked = new URLSearchParams(query);
        asked.set(parameter, String(value));
        calls.push({ name, path: parameter, request: { ...right, url: `${url}?${asked}` } });
      }
    }
    for (const { at, value } of call.body === null ? [] : wrongsOf(call.body)) {
      if (at.length === 0) continue;
      calls.push({
        name,
        path: at.join('.'),
        request: { ...right, body: withMember(right.body, at, value) },
      });
    }
  }
  expect(calls.length).toBeGreaterThan(300);
  const before = await fingerprint(service);
  const faults: string[] = [];
  for (const { name, path, request } of calls) {
    const { status, text } = await send(service.url, request, adminKey);
    const { error, message = '' } = JSON.parse(text);
    if (status === 400 && error === 'ValidationError' && `; ${message}`.includes(`; ${path}: `)) continue;
    faults.push(
      `${name} ${path} ${request.url} ${JSON.stringify(request.body)?.slice(0, 200)}: ${status} ${message}`,
    );
  }
  expect(faults).toEqual([]);
  expect(await fingerprint(service)).toEqual(before);
});

function wrongsOf(given: Schema): Wrong[] {
  const schema = resolved(given);
  const { properties = {}, required = [], format, items } = schema;
  const types = [schema.type ?? []].flat();
  const here: unknown[] = [];
  if (types.includes('boolean')) here.push('yes', 1);
  if (types.includes('integer')) here.push('ten', 1.5);
  if (schema.minimum !== undefined) here.push(schema.minimum - 1);
  if (schema.maximum !== undefined) here.push(schema.maximum + 1);
  if (schema.enum !== undefined) here.push('nobodys');
  if (schema.pattern !== undefined) here.push('\0');
  if (schema.minLength !== undefined) here.push('');
  if (schema.maxLength !== undefined) here.push('x'.repeat(schema.maxLength + 1));
  // What names a resource and is none of its ids is one that there is not: a 404.
  if (format !== undefined && schema['x-resource'] === undefined) here.push(...(wrongByFormat[format] ?? []));
  if (types.includes('string') && !types.includes('integer')) here.push({ a: 1 });
  if (types.includes('array') || types.includes('object')) here.push('text');
  return [
    ...here.map((value) => ({ at: [], value })),
    ...required.map((name) => ({ at: [name], value: undefined })),
    ...Object.entries(properties).flatMap(([name, member]) =>
      wrongsOf(member).map(({ at, value }) => ({ at: [name, ...at], value })),
    ),
    ...(items === undefined ? [] : wrongsOf(items).map(({ at, value }) => ({ at: ['0', ...at], value }))),
  ];
}

/** What a reference or a union with null stands for. */
function resolved(schema: Schema): Schema {
  const { $ref, ...own } = schema.anyOf?.[0] ?? schema;
  const name = $ref?.split('/').at(-1);
  return name === undefined ? own : resolved((openApi.components.schemas[name] ?? {}) as Schema);
}

function withMember(
  body: unknown,
  [name = '', ...deeper]: string[],
  value: unknown,
): Record<string, unknown> {
  const isItem = name === '0';
  const member = (body as Record<string, unknown> | null)?.[name];
  const changed = deeper.length === 0 ? value : withMember(member ?? {}, deeper, value);
  return (isItem ? [changed] : { ...(body ?? {}), [name]: changed }) as Record<string, unknown>;
}
