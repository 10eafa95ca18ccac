import { describe, expect, it } from 'vitest';
import { machO } from './mach-o-builder.ts';
import { xmlPlist } from './plist-samples.ts';
import { buildTarGz, inspect } from './sources.ts';

const MiB = 1024 * 1024;
const plist = { name: 'A.app/Info.plist', data: xmlPlist() };
const program = { name: 'A.app/Sample', data: machO('arm64', { platform: 2 }) };

describe('a tar.gz is left as soon as the answer is known', () => {
  it('the program is looked for in a bounded part of it', async () => {
    const zeros = Buffer.alloc(64 * MiB);
    const before = Array.from({ length: 5 }, (_, at) => ({ name: `A.app/zeros${at}`, data: zeros }));
    expect(await inspect(await buildTarGz([plist, ...before, program]), 'tgz')).toMatchObject({
      builtFor: null,
      architectures: null,
    });
  });
});
