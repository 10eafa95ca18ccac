import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** `npm run soak` runs all of them; `npm run soak -- crashes --seconds 60` one, with its own arguments. */
const soaks = {
  crashes: 'soak-crashes.mjs',
  corpus: 'soak-corpus.mjs',
  navigation: 'soak-navigation.mjs',
  slots: 'soak-slots.mjs',
};
const [name, ...args] = process.argv.slice(2);
if (name !== undefined && !(name in soaks)) {
  process.stderr.write(`Usage: npm run soak [-- ${Object.keys(soaks).join('|')} [--help]]\n`);
  process.exit(2);
}

let current;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => current?.kill(signal));
for (const script of name === undefined ? Object.values(soaks) : [soaks[name]]) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  current = spawn(process.execPath, [path, ...args], { stdio: 'inherit' });
  const [code] = await once(current, 'exit');
  if (code !== 0) process.exit(code ?? 1);
}
