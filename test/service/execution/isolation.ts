import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { browserProgram } from '../../support/browser.ts';
import { createTestFolder } from '../../support/service.ts';
import { html, serve } from './support.ts';

/** Makes a service one that is not for one person. */
export const publicUrl = { GANTRY_PUBLIC_URL: 'http://gantry.example.test' };

/** The real browser behind a script that stands for a kernel without user namespaces. */
export async function unsandboxed(): Promise<string> {
  const folder = await createTestFolder();
  await chmod(folder, 0o755);
  const path = join(folder, 'browser');
  const script = `#!/bin/sh
case " $* " in
  *" --no-sandbox "*) exec '${browserProgram?.executablePath}' "$@" ;;
  *) echo "No usable sandbox!" >&2; exit 1 ;;
esac
`;
  await writeFile(path, script);
  await chmod(path, 0o755);
  return path;
}

/** `/wait` calls back once the page has been shown, and says so. */
export function serveShown(onShown: () => void) {
  return serve((request, response) => {
    if (request.url === '/shown') {
      response.writeHead(204).end();
      onShown();
      return;
    }
    const tell = 'fetch("/shown").then(() => { document.body.append("Told"); })';
    const call = request.url === '/wait' ? `<script>requestAnimationFrame(() => ${tell})</script>` : '';
    response.end(html(`<h1>Ready</h1>${call}`));
  });
}
