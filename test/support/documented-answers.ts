import { readFile } from 'node:fs/promises';
import { createJudge } from '../../scripts/fuzz/judge.mjs';
import { operationsOf } from '../../scripts/fuzz/requests.mjs';
import type { Answer } from './service.js';

const document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));
const operations = operationsOf(document).map((operation) => ({
  operation,
  address: new RegExp(`^${operation.path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));
const judge = createJudge();

/** Throws where openapi.json says otherwise. What is no operation, and a service that can't answer, it says nothing of. */
export function requireDocumented(method: string, path: string, { status, headers, body }: Answer): void {
  const [address = ''] = path.split('?');
  const found = operations.find((one) => one.operation.method === method && one.address.test(address));
  if (found === undefined || status >= 500) return;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const fault = judge(found.operation, { status, headers: Object.fromEntries(headers), text });
  if (fault !== null) throw new Error(`${method} ${path} ${fault}`);
}
