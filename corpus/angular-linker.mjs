import { readFile } from 'node:fs/promises';
import linker from '@angular/compiler-cli/linker/babel';
import { transformAsync } from '@babel/core';

/**
 * For esbuild: Angular publishes its libraries half compiled, and bundlers compile the rest, as Angular's own does. In the
 * page that would take ten seconds. The page's own components are compiled there, so what they import stays known.
 */
export const angularLinker = {
  name: 'angular-linker',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/]@angular[\\/].*\.mjs$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!source.includes('ɵɵngDeclare')) return null;
      const linked = await transformAsync(source, {
        filename: path,
        babelrc: false,
        configFile: false,
        compact: false,
        plugins: [[linker, { linkerJitMode: true, sourceMapping: false }]],
      });
      return { contents: linked.code };
    });
  },
};
