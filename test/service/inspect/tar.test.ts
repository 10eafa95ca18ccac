import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { NotAnApp } from '../../../src/service/inspect/inspect.ts';
import { machO } from './mach-o-builder.ts';
import { sampleInfo, xmlPlist } from './plist-samples.ts';
import { buildTar, buildTarGz, countingSource, failingSource, inspect, sparseSource } from './sources.ts';

const MiB = 1024 * 1024;
const plist = { name: 'A.app/Info.plist', data: xmlPlist() };
const program = { name: 'A.app/Sample', data: machO('arm64', { platform: 2 }) };

describe('a tar.gz is left as soon as the answer is known', () => {
  it('an early Info.plist and its program cost the start of the file only, whatever follows', async () => {
    const start = await buildTarGz([plist, program, { name: 'A.app/big', data: randomBytes(8 * MiB) }]);
    const source = sparseSource(20 * 1024 * MiB, [{ at: 0, bytes: start }]);
    expect(await inspect(source, 'tar.gz')).toMatchObject(sampleInfo);
    expect(source.bytes).toBeLessThan(MiB);
  });

  it('a late one is found behind everything else', async () => {
    const archive = await buildTarGz([{ name: 'A.app/big', data: randomBytes(8 * MiB) }, plist]);
    const source = countingSource(archive);
    expect(await inspect(source, 'tgz')).toMatchObject(sampleInfo);
    expect(source.reads).toBeLessThan(40);
  });

  it('long names in extended headers are understood', async () => {
    const long = `A.app/${'x'.repeat(300)}`;
    expect(await inspect(await buildTarGz([{ name: long, data: 'x' }, plist]), 'tgz')).toMatchObject(
      sampleInfo,
    );
  });
});

describe('hostile tars end in a sentence', () => {
  it.each([
    ['a tar that is not compressed', () => buildTar([plist]), /not gzip/],
    ['nothing', async () => Buffer.alloc(0), /not gzip/],
    ['a stream cut off', async () => (await lateArchive()).subarray(0, 500_000), /damaged or cut off/],
    ['a stream with flipped bytes', flippedArchive, /damaged or cut off/],
    ['gzip that holds no tar', async () => gzipSync(Buffer.alloc(5000, 'x')), /tar archive is damaged/],
    ['no app', () => buildTarGz([{ name: 'readme.txt', data: 'x' }]), /No app was found in the archive/],
    ['a name that climbs', () => buildTarGz([{ name: '../x' }, plist]), /leads out/],
    ['the same Info.plist twice', () => buildTarGz([plist, plist, program]), /more than one entry/],
    [
      'a file twice before it',
      () => buildTarGz([{ name: 'x' }, { name: './/x' }, plist]),
      /more than one entry named "x"/,
    ],
    [
      'the same Info.plist in other words',
      () => buildTarGz([plist, { ...plist, name: 'A.app/./Info.plist' }, program]),
      /more than one entry/,
    ],
    ['an absolute name', () => buildTarGz([{ name: '/etc/passwd' }, plist]), /leads out/],
    [
      'an Info.plist of 5 MiB',
      () => buildTarGz([{ ...plist, data: Buffer.alloc(5 * MiB) }]),
      /larger than 4 MiB/,
    ],
    ['a size that lies', lyingSize, /damaged or cut off/],
    ['a damaged Info.plist', () => buildTarGz([{ ...plist, data: 'x' }]), /neither an XML nor a binary/],
  ])('%s', async (_, make, sentence) => {
    const bytes = await make();
    const result = inspect(bytes, 'tar.gz');
    await expect(result).rejects.toThrow(NotAnApp);
    await expect(result).rejects.toThrow(sentence);
  });

  it('errors of the source come through unchanged, at the start and midway', async () => {
    const bytes = await lateArchive();
    for (const failing of [1, 2, 4]) {
      const outage = new Error('storage out of reach');
      await expect(inspect(failingSource(bytes, failing, outage), 'tgz')).rejects.toBe(outage);
    }
  });
});

function lateArchive(): Promise<Buffer> {
  return buildTarGz([{ name: 'A.app/big', data: randomBytes(2 * MiB) }, plist]);
}

async function flippedArchive(): Promise<Buffer> {
  const bytes = await buildTarGz([{ name: 'A.app/big', data: Buffer.alloc(MiB, 'abcdefg') }, plist]);
  return bytes.fill(0xff, 40, 60);
}

async function lyingSize(): Promise<Buffer> {
  const tar = await buildTar([{ name: 'x' }, plist]);
  const header = tar.subarray(0, 512);
  header.write('77777777777 ', 124);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return gzipSync(tar);
}
