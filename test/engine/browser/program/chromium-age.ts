import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** What the script says with that registry. */
export async function scriptAgainst(registry: string) {
  const child = spawn(process.execPath, ['scripts/chromium-age.mjs'], {
    env: { PATH: process.env.PATH, npm_config_registry: registry },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, out, err };
}
