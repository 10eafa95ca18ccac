import { readFile } from 'node:fs/promises';
import type { Operation } from './operations.js';
import type { Place, Resource } from './place.js';

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
}

export interface Documented {
  operationId: string;
  method: string;
  path: string;
  parameters: Array<{ name: string; in: string; schema: Record<string, unknown> }>;
  body: Schema | null;
  responses: Record<string, unknown>;
}

interface RawOperation extends Omit<Documented, 'method' | 'path' | 'body' | 'parameters'> {
  parameters?: Documented['parameters'];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

export const openApi: {
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Record<string, Schema> };
  webhooks: Record<string, unknown>;
} = JSON.parse(await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8'));

/** Every operation of openapi.json. */
export const documented: Documented[] = Object.entries(openApi.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters = [], requestBody, ...operation }]) => ({
    ...operation,
    method: method.toUpperCase(),
    path,
    parameters,
    body: requestBody?.content['application/json']?.schema ?? null,
  })),
);

export interface Request {
  method: string;
  url: string;
  body: Record<string, unknown> | null;
  headers?: Record<string, string>;
}

/** Where a call names something: a part of the request, and the name in it. */
export interface Position {
  part: 'path' | 'query' | 'body';
  name: string;
  resource: Resource;
}

export function positionsOf(operation: Operation): Position[] {
  return (['path', 'query', 'body'] as const).flatMap((part) =>
    Object.entries(operation[part] ?? {}).map(([name, resource]) => ({ part, name, resource })),
  );
}

/** A call that is right for a place, but for what is named otherwise; `undefined` leaves it out. */
export async function makeRequest(
  { method, path }: Documented,
  operation: Operation,
  place: Place,
  named: (position: Position) => Promise<string | undefined>,
): Promise<Request> {
  let filled = path;
  const query = new URLSearchParams();
  const rest = typeof operation.rest === 'function' ? await operation.rest(place) : (operation.rest ?? {});
  const body: Record<string, unknown> = structuredClone({ ...rest });
  for (const [name, value] of Object.entries(operation.free ?? {}))
    filled = filled.replace(`{${name}}`, encodeURIComponent(value));
  for (const position of positionsOf(operation)) {
    const { part, name } = position;
    const value = await named(position);
    if (value === undefined) continue;
    if (part === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    if (part === 'query') query.set(name, value);
    if (part === 'body') setMember(body, name.split('.'), value);
  }
  const hasBody = operation.body !== undefined || operation.rest !== undefined;
  return { method, url: `${filled}${query.size > 0 ? `?${query}` : ''}`, body: hasBody ? body : null };
}

function setMember(target: Record<string, unknown>, [name = '', ...deeper]: string[], value: string): void {
  if (deeper.length === 0) target[name] = value;
  else if (deeper[0] === '0') target[name] = [value];
  else {
    const member = (target[name] ?? {}) as Record<string, unknown>;
    target[name] = member;
    setMember(member, deeper, value);
  }
}

export interface Reply {
  status: number;
  text: string;
  headers: Headers;
}

let callers = 0;

/** Each call from an address of its own, as a proxy would name it: failed keys are counted by address. */
export async function send(base: string, request: Request, key: string | null): Promise<Reply> {
  callers += 1;
  const body = request.body === null ? undefined : JSON.stringify(request.body);
  const response = await fetch(base + request.url, {
    method: request.method,
    headers: {
      'x-forwarded-for': `10.${(callers >> 16) & 255}.${(callers >> 8) & 255}.${callers & 255}`,
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(body !== undefined && { body }),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (isStream) await response.body?.cancel();
  const text = isStream ? '' : await response.text();
  return { status: response.status, text, headers: response.headers };
}
