import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compile, compileModule } from 'svelte/compiler';

const here = fileURLToPath(new URL('.', import.meta.url));

/** For esbuild: compiles components and modules with runes; `Page.svelte` is the page's own. */
export function svelteComponents(page) {
  const options = { generate: 'client', dev: false };
  return {
    name: 'svelte-components',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^Page\.svelte$/ }, ({ path }) => ({ path, namespace: 'page' }));
      onLoad({ filter: /.*/, namespace: 'page' }, () => ({
        contents: compile(page, { ...options, filename: 'Page.svelte', css: 'injected' }).js.code,
        resolveDir: here,
      }));
      onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        return { contents: compile(source, { ...options, filename: path, css: 'injected' }).js.code };
      });
      onLoad({ filter: /\.svelte\.js$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        return { contents: compileModule(source, { ...options, filename: path }).js.code };
      });
    },
  };
}
