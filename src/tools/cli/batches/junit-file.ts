import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { GantryClient } from '../../../client/index.ts';
import type { Printer } from '../printer.ts';

/** The report of a batch as CI servers read it. */
export async function writeJunit(
  client: GantryClient,
  batchId: string,
  file: string,
  printer: Printer,
): Promise<void> {
  const report = await client.call('getBatchAsJUnit', { path: { id: batchId } });
  await mkdir(dirname(resolve(file)), { recursive: true });
  await writeFile(file, report);
  printer.note(`The report is in ${file}.`);
}
