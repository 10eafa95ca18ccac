import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { NotAnApp } from '../../../src/service/inspect/inspect.ts';
import { buildZip, zip64End } from '../../support/zip-writer.ts';
import { open, start } from './inspector.ts';
import { sampleInfo, xmlPlist } from './plist-samples.ts';
import { countingSource, iconIn, realBinaries } from './sources.ts';

const app = () => countingSource(buildZip([{ name: 'A.app/Info.plist', data: xmlPlist() }]));

afterEach(() => Promise.all(open.splice(0).map((inspector) => inspector.close())));

describe('an inspector', () => {
  it('answers as the readers do, for many jobs on few threads', async () => {
    const inspector = start({ threads: 2 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => inspector.inspect(app(), 'zip')));
    expect(answers).toMatchObject(Array.from({ length: 20 }, () => sampleInfo));
    const apk = await inspector.inspect(countingSource(realBinaries.apiDemos5()), 'apk');
    expect(apk.bundleId).toBe('io.appium.android.apis');
  });

  it('reads icons as well, and finds none in what is no app', async () => {
    const inspector = start();
    const settings = realBinaries.appiumSettings();
    const icon = await inspector.readIcon(countingSource(settings), 'apk');
    expect(icon).toEqual(await iconIn(settings, 'apk'));
    expect(icon?.bytes.buffer.byteLength).toBe(23_633);
    expect(await inspector.readIcon(countingSource(Buffer.from('hello')), 'zip')).toBeNull();
  });

  it('turns a fault of the file into NotAnApp with its sentence', async () => {
    const result = start().inspect(countingSource(Buffer.from('hello')), 'zip');
    await expect(result).rejects.toThrow(NotAnApp);
    await expect(result).rejects.toThrow(/not a zip/);
  });

  it('hands back the very error that the source threw, and its thread takes the next job', async () => {
    const inspector = start();
    const outage = new Error('storage out of reach');
    const broken = { size: 1000, read: () => Promise.reject(outage) };
    const [failed, next] = await Promise.allSettled([
      inspector.inspect(broken, 'zip'),
      inspector.inspect(app(), 'zip'),
    ]);
    expect(failed).toEqual({ status: 'rejected', reason: outage });
    expect(failed.status === 'rejected' && failed.reason).toBe(outage);
    expect(next).toMatchObject({ status: 'fulfilled', value: sampleInfo });
  });

  it('leaves a buffer whole that shares its memory with others', async () => {
    const whole = buildZip([{ name: 'A.app/Info.plist', data: xmlPlist() }]);
    const shared = Buffer.concat([Buffer.from('before'), whole]);
    const source = {
      size: whole.length,
      read: async (from: number, to: number) => shared.subarray(6 + from, 6 + to),
    };
    const inspector = start();
    expect(await inspector.inspect(source, 'zip')).toMatchObject(sampleInfo);
    expect(await inspector.inspect(source, 'zip')).toMatchObject(sampleInfo);
  });

  it('ends a job that takes too long, keeps the event loop free meanwhile, and goes on with the next', async () => {
    const inspector = start({ timeoutMs: 2_500 });
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 10);
    const endless = inspector.inspect(countingSource(endlessTar()), 'tgz');
    const next = inspector.inspect(app(), 'zip');
    await expect(endless).rejects.toThrow(NotAnApp);
    await expect(endless).rejects.toThrow(/within 2.5 seconds/);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(5);
    expect(await next).toMatchObject(sampleInfo);
  });

  it('ends a job that needs too much memory, and goes on with the next', async () => {
    const inspector = start({ memoryMb: 16 });
    const crowd = buildZip(
      Array.from({ length: 150_000 }, (_, index) => ({ name: `file-${index}`.padEnd(100, 'x') })),
    );
    // An ordinary end record counts to 65,535; the directory behind it holds more.
    const many = withEntryCount(crowd, 150_000);
    const next = [inspector.inspect(countingSource(many), 'zip'), inspector.inspect(app(), 'zip')];
    const [tooLarge, fine] = await Promise.allSettled(next);
    expect(tooLarge?.status === 'rejected' && tooLarge.reason).toBeInstanceOf(NotAnApp);
    expect(String(tooLarge?.status === 'rejected' && tooLarge.reason)).toMatch(/more memory/);
    expect(fine).toMatchObject({ status: 'fulfilled', value: sampleInfo });
  });

  it('rejects what runs, waits or comes later when it is closed', async () => {
    const inspector = start();
    const silent = { size: 1000, read: () => new Promise<Buffer>(() => {}) };
    const jobs = [inspector.inspect(silent, 'zip'), inspector.inspect(app(), 'zip')];
    const outcomes = Promise.allSettled(jobs);
    await inspector.close();
    for (const outcome of await outcomes) expect(outcome.status).toBe('rejected');
    await expect(inspector.inspect(app(), 'zip')).rejects.toThrow(/closed/);
  });

  it('does not keep a process alive that has nothing else to do', async () => {
    const program = `
      import { createInspector } from ${JSON.stringify(new URL('../../../dist/service/inspect/inspector.js', import.meta.url).href)};
      const inspector = createInspector({ threads: 1, timeoutMs: 200_000, memoryMb: 64 });
      const source = { size: 3, read: async () => Buffer.from('abc') };
      console.log(await inspector.inspect(source, 'zip').catch((error) => error.name));`;
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      timeout: 100_000,
    });
    expect((await run).stdout.trim()).toBe('NotAnApp');
  });
});

/** Small to send, and seconds to unpack: gigabytes of empty tar blocks. */
function endlessTar(): Buffer {
  const member = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  return Buffer.concat(Array.from({ length: 120 }, () => member));
}

function withEntryCount(zip: Buffer, entryCount: number): Buffer {
  const end = zip.subarray(zip.length - 22);
  const directorySize = end.readUInt32LE(12);
  const directoryOffset = end.readUInt32LE(16);
  return Buffer.concat([
    zip.subarray(0, zip.length - 22),
    zip64End({ entryCount, directorySize, directoryOffset }),
    end,
  ]);
}
