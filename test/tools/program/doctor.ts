import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listening } from '../../support/listening.ts';
import { runBuiltGantry as runGantry } from '../../support/process.js';
import { createTestFolder } from '../../support/service.js';

interface Part {
  part: string;
  ok: boolean | null;
  found: string;
  advice: string[];
}

export async function doctor(settings: Record<string, string>, uid?: number) {
  const folder = await createTestFolder();
  const gantry = runGantry(
    ['doctor', '--json', '--data-dir', join(folder, 'data')],
    { npm_config_registry: 'http://127.0.0.1:1/', ...settings },
    uid,
  );
  const { code } = await gantry.exited;
  const text = gantry.out();
  const parts: Record<string, Part> = Object.fromEntries(
    JSON.parse(text).map((part: Part) => [part.part, part]),
  );
  return { code, parts, text: text + gantry.err(), left: await readdir(folder) };
}

/** Only what a status is asked of. */
export async function startAppium(value: object): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ value }));
  });
  return listening(server);
}
