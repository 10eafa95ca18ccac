import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { ActionFailed, type DevicePool, type Download } from '../../../src/engine/acting/device.ts';
import { type Answer, type Hand, never, openDevice, serve } from './support.ts';

export const csv = 'Name,Age\r\nAlice,30\r\n';

/** As a server answers that has a file to be kept. */
function file(name: string, content: string | Buffer, status = 200): Answer {
  return (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, { 'content-disposition': `attachment; filename="${name}"` }).end(content);
}

/** More than a run keeps, without saying how much. */
const endless: Answer = (_request, response) => {
  response.writeHead(200, { 'content-disposition': 'attachment; filename="endless.bin"' });
  const piece = Buffer.alloc(1_024 * 1_024);
  const write = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', write);
  };
  write();
};

const pages: Record<string, Answer> = {
  '/report': file('report.csv', csv),
  '/slow': (_request, response) => {
    response.writeHead(200, { 'content-disposition': 'attachment; filename="report.csv"' });
    response.write(csv.slice(0, 5));
    setTimeout(() => response.end(csv.slice(5)), 700);
  },
  '/files/notes.txt': file('notes.txt', 'Hello'),
  '/outside': file('../../etc/passwd', 'x'),
  '/binary': file(
    'picture.png',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]),
  ),
  '/utf-16': file('wide.csv', Buffer.from('\uFEFFMüller', 'utf16le')),
  '/latin': file('old.csv', Buffer.from('Müller;1', 'latin1')),
  '/large-text': file('large.txt', 'x'.repeat(1_024 * 1_024 + 10)),
  '/gone': file('gone.csv', 'nothing', 404),
  '/large': file('large.bin', Buffer.alloc(33 * 1_024 * 1_024)),
  '/part': file('part.bin', Buffer.alloc(25 * 1_024 * 1_024)),
  '/endless': endless,
  '/broken': (_request, response) => {
    response.writeHead(200, {
      'content-disposition': 'attachment; filename="broken.csv"',
      'content-length': '1000',
    });
    response.write('a');
    setTimeout(() => response.destroy(), 100);
  },
};

/** A page of that body, beside the files. */
export async function showFiles(pool: DevicePool, body: string): Promise<Hand> {
  const site = await serve({ ...pages, '/': `<!doctype html><meta charset="utf-8"><body>${body}` });
  const hand = await openDevice(pool);
  await hand.open(site.url);
  return hand;
}

export const download = (hand: Hand, name: string, more: Record<string, unknown> = {}, timeoutMs?: number) =>
  hand.act('download', { target: { name }, ...more }, timeoutMs);
export const listed = async ({ device }: Hand): Promise<readonly Download[]> =>
  (await device.page?.downloads(never)) ?? [];
export const failureOf = (work: Promise<string>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof ActionFailed ? error.message : error),
  );

/** By the one thing on the page that is called "Get". */
export async function comesBy(pool: DevicePool, body: string, text: string): Promise<void> {
  const hand = await showFiles(pool, `${body}<p>Still here</p>`);
  expect(await download(hand, 'Get')).toBe(
    `Downloaded "report.csv" (${text.length} bytes) by clicking "Get".`,
  );
  expect(await listed(hand)).toEqual([
    { name: 'report.csv', size: text.length, state: 'finished', reason: null, text, isCut: false },
  ]);
  expect(await hand.text()).toContain('Still here');
}
