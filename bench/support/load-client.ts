import type { LoadOrder, LoadReport } from './load.ts';
import { startSupport } from './node-process.ts';

export interface LoadClient {
  run(order: LoadOrder): Promise<LoadReport>;
  stop(): Promise<void>;
}

export function startLoadClient(): LoadClient {
  const client = startSupport('load', 'serve-load');
  return {
    async run(order) {
      const report = (await client.ask(order)) as LoadReport;
      if (report.failures > 0) throw new Error(`${report.failures} of ${report.requests} requests failed`);
      return report;
    },
    stop: () => client.stop(),
  };
}

export function rawRequest(method: string, path: string, key: string, body?: unknown): string {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', `Authorization: Bearer ${key}`];
  if (body !== undefined)
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`);
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}
