import { createHash, type Hash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Clock } from '../../../src/kernel/clock.ts';
import { newId } from '../../../src/kernel/ids.ts';
import { ObjectMissing, type ObjectStore, SizeMismatch } from '../../../src/service/storage/object-store.ts';
import { collectGarbage } from '../../support/garbage.ts';
import { put } from './put.ts';

export interface StoreUnderTest {
  /** Stores on the same place; a clock holds the time that URLs are signed at. */
  open(clock?: Clock): ObjectStore;
  stop(): Promise<void>;
}

const mebibyte = 1024 * 1024;
const inHalfAnHour = () => new Date(Date.now() + 30 * 60_000);
const newKey = () => `files/${newId()}/${newId()}.apk`;
const privateKey = () => `apps/${newId()}/${newId()}`;

/** What every adapter of the port promises; `start` brings up the real thing. */
export function describeObjectStore(name: string, start: () => Promise<StoreUnderTest>): void {
  describe(`${name} keeps the contract of an object store`, () => {
    let place: StoreUnderTest;
    let store: ObjectStore;

    beforeAll(async () => {
      place = await start();
      store = place.open();
    });
    afterAll(async () => {
      await store?.close();
      await place?.stop();
    });

    const ticket = (key: string, size: number) => store.presignPut({ key, size, expiresAt: inHalfAnHour() });
    const stored = async (key: string) => await buffer(await store.read(key));
    async function filled(bytes: Buffer, key = newKey()): Promise<string> {
      await store.write(key, Readable.from([bytes]), bytes.length);
      return key;
    }

    describe('a signed URL to read from', () => {
      const address = (key: string, from = store, expiresAt = inHalfAnHour()) =>
        from.presignGet({ key, filename: 'app.apk', expiresAt });

      it('gives the bytes, as a file of the name that was asked for', async () => {
        const bytes = randomBytes(100_000);
        const answer = await fetch(await address(await filled(bytes)));
        expect(answer.status).toBe(200);
        expect(answer.headers.get('content-disposition')).toBe('attachment; filename="app.apk"');
        expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
      });

      it('is good for its own key, time and use only', async () => {
        const key = await filled(randomBytes(10));
        const other = await filled(randomBytes(10));
        const url = await address(key);
        const anHourAgo = Date.now() - 60 * 60_000;
        const past = place.open({ now: () => anHourAgo });
        const expired = await address(key, past, new Date(anHourAgo + 60_000));
        await past.close();
        for (const wrong of [url.replace(key, other), url.slice(0, -1), expired, await ticket(key, 10)]) {
          const answer = await fetch(wrong);
          await answer.body?.cancel();
          expect(answer.status, wrong).toBeGreaterThanOrEqual(400);
        }
        expect(await put(url, randomBytes(10))).toBeGreaterThanOrEqual(400);
      });
    });

    describe('a signed URL', () => {
      it('takes exactly the bytes it was made for', async () => {
        const key = newKey();
        const bytes = randomBytes(100_000);
        expect(await put(await ticket(key, bytes.length), bytes)).toBeLessThan(300);
        expect(await store.head(key)).toEqual({ size: bytes.length });
        expect((await stored(key)).equals(bytes)).toBe(true);
      });

      it.each([
        ['one byte more', 101],
        ['one byte less', 99],
        ['nothing', 0],
        ['much more', 10_000],
      ])('refuses %s, and nothing is stored', async (_name, length) => {
        const key = newKey();
        expect(await put(await ticket(key, 100), randomBytes(length))).toBeGreaterThanOrEqual(400);
        expect(await store.head(key)).toBeNull();
      });

      it('refuses a body that does not say its length', async () => {
        const key = newKey();
        const status = await put(await ticket(key, 100), randomBytes(101), { contentLength: null });
        expect(status ?? 400).toBeGreaterThanOrEqual(400);
        expect(await store.head(key)).toBeNull();
      });

      it.each([
        'application/octet-stream',
        'application/vnd.android.package-archive',
        'text/plain; charset=x',
        undefined,
      ])('takes the Content-Type %s', async (contentType) => {
        const url = await ticket(newKey(), 10);
        const options = contentType === undefined ? {} : { contentType };
        expect(await put(url, randomBytes(10), options)).toBeLessThan(300);
      });

      it('is refused after its time', async () => {
        const anHourAgo = Date.now() - 60 * 60_000;
        const past = place.open({ now: () => anHourAgo });
        const key = newKey();
        const url = await past.presignPut({ key, size: 10, expiresAt: new Date(anHourAgo + 30 * 60_000) });
        await past.close();
        expect(await put(url, randomBytes(10))).toBe(403);
        expect(await store.head(key)).toBeNull();
      });

      it('is refused with another key', async () => {
        const [mine, other] = [newKey(), newKey()];
        const url = await ticket(mine, 10);
        expect(await put(url.replace(mine, other), randomBytes(10))).toBe(403);
        expect(await store.head(other)).toBeNull();
      });

      it('is refused with another expiry', async () => {
        const url = new URL(await ticket(newKey(), 10));
        const name = url.searchParams.has('expires') ? 'expires' : 'X-Amz-Expires';
        url.searchParams.set(name, String(Number(url.searchParams.get(name)) + 60));
        expect(await put(url.href, randomBytes(10))).toBe(403);
      });

      it('is refused with another size', async () => {
        const url = new URL(await ticket(newKey(), 10));
        if (url.searchParams.has('size')) url.searchParams.set('size', '11');
        expect(await put(url.href, randomBytes(11))).toBe(403);
      });

      it('is refused with another signature', async () => {
        const url = new URL(await ticket(newKey(), 10));
        const name = url.searchParams.has('signature') ? 'signature' : 'X-Amz-Signature';
        const signature = url.searchParams.get(name) ?? '';
        url.searchParams.set(name, (signature.startsWith('0') ? '1' : '0') + signature.slice(1));
        expect(await put(url.href, randomBytes(10))).toBe(403);
      });

      it('may be used again: the later upload replaces the earlier one', async () => {
        const key = newKey();
        const url = await ticket(key, 1000);
        const [first, second] = [randomBytes(1000), randomBytes(1000)];
        expect(await put(url, first)).toBeLessThan(300);
        expect(await put(url, second)).toBeLessThan(300);
        expect((await stored(key)).equals(second)).toBe(true);
      });
    });

    describe('promotion', () => {
      it('keeps what was there, whatever is written to the source afterwards', async () => {
        const [first, second] = [randomBytes(5000), randomBytes(6000)];
        const source = await filled(first);
        const copy = privateKey();
        expect(await store.promote(source, copy)).toEqual({ size: 5000 });
        await filled(second, source);
        expect((await stored(copy)).equals(first)).toBe(true);
        await store.delete([source]);
        expect((await stored(copy)).equals(first)).toBe(true);
      });

      it('takes the place of an earlier promotion', async () => {
        const copy = privateKey();
        const source = await filled(randomBytes(50));
        await store.promote(source, copy);
        await store.promote(source, copy);
        const second = randomBytes(60);
        expect(await store.promote(await filled(second), copy)).toEqual({ size: 60 });
        expect((await stored(copy)).equals(second)).toBe(true);
      });

      it('of nothing is an ObjectMissing, and nothing appears', async () => {
        const copy = privateKey();
        await expect(store.promote(newKey(), copy)).rejects.toBeInstanceOf(ObjectMissing);
        expect(await store.head(copy)).toBeNull();
      });
    });

    describe('reading', () => {
      const bytes = randomBytes(70_000);
      let key: string;
      beforeAll(async () => {
        key = await filled(bytes);
      });

      it.each([
        ['the first byte', 0, 0],
        ['the last byte', 69_999, 69_999],
        ['a piece of the middle', 100, 65_700],
        ['all of it', 0, 69_999],
        ['more than there is', 69_990, 80_000],
        ['from somewhere to the end', 69_000, Number.POSITIVE_INFINITY],
        ['nothing, from the end on', 70_000, 70_010],
      ])('a range gives %s', async (_name, start, end) => {
        const got = await buffer(await store.read(key, { start, end }));
        expect(got.equals(bytes.subarray(start, end + 1))).toBe(true);
      });

      it('what is not there is an ObjectMissing, and null to head', async () => {
        await expect(store.read(newKey())).rejects.toBeInstanceOf(ObjectMissing);
        await expect(store.read(newKey(), { start: 0, end: 9 })).rejects.toBeInstanceOf(ObjectMissing);
        expect(await store.head(newKey())).toBeNull();
      });

      it('can be left before the end', async () => {
        const stream = await store.read(key);
        stream.destroy();
        expect((await stored(key)).equals(bytes)).toBe(true);
      });

      it.each([
        [5, 4],
        [-1, 4],
        [0.5, 4],
      ])('%d-%d is no range', async (start, end) => {
        await expect(store.read(key, { start, end })).rejects.toBeInstanceOf(RangeError);
      });
    });

    describe('writing', () => {
      it.each([0, 1, 8 * mebibyte, 20 * mebibyte + 1])('stores a stream of %d bytes', async (size) => {
        const bytes = randomBytes(size);
        const known = newKey();
        expect(await store.write(known, inPieces(bytes), size)).toEqual({ size });
        expect((await stored(known)).equals(bytes)).toBe(true);
        const unknown = newKey();
        expect(await store.write(unknown, inPieces(bytes))).toEqual({ size });
        expect(await store.head(unknown)).toEqual({ size });
      });

      it.each([
        ['longer', 100, 99],
        ['shorter', 100, 101],
        ['longer in the third part', 20 * mebibyte, 18 * mebibyte],
        ['shorter in the third part', 20 * mebibyte, 21 * mebibyte],
      ])('a stream that is %s leaves nothing', async (_name, length, size) => {
        const key = newKey();
        const body = inPieces(randomBytes(length));
        await expect(store.write(key, body, size)).rejects.toBeInstanceOf(SizeMismatch);
        expect(await store.head(key)).toBeNull();
        expect(body.destroyed).toBe(true);
      });

      it.each([10, 20 * mebibyte])('a stream that breaks after %d bytes leaves nothing', async (length) => {
        const key = newKey();
        const broken = new Error('the line went dead');
        async function* breaking() {
          yield randomBytes(length);
          throw broken;
        }
        await expect(store.write(key, Readable.from(breaking()))).rejects.toBe(broken);
        expect(await store.head(key)).toBeNull();
      });
    });

    describe('deleting', () => {
      it('removes what is there and minds nothing that is not', async () => {
        const [one, two, kept] = [
          await filled(randomBytes(10)),
          await filled(randomBytes(10)),
          await filled(randomBytes(10)),
        ];
        await store.delete([one, newKey(), two]);
        expect(await store.head(one)).toBeNull();
        expect(await store.head(two)).toBeNull();
        expect(await store.head(kept)).toEqual({ size: 10 });
        await store.delete([one]);
        await store.delete([]);
      });

      it('removes an object that was written in parts', async () => {
        const key = newKey();
        await store.write(key, inPieces(randomBytes(9 * mebibyte)));
        await store.delete([key]);
        expect(await store.head(key)).toBeNull();
      });

      it('takes 1,100 keys at once', async () => {
        const present = await Promise.all(
          [0, 549, 1099].map(async (index) => ({ index, key: await filled(randomBytes(1)) })),
        );
        const keys = Array.from({ length: 1100 }, () => newKey());
        for (const { index, key } of present) keys[index] = key;
        await store.delete(keys);
        for (const { key } of present) expect(await store.head(key)).toBeNull();
      }, 300_000);
    });

    it.each([
      'files',
      'files/',
      'files/../x',
      'files/./x',
      '/files/a',
      'files//a',
      'other/a',
      'files/a\0',
      'files/a b',
      'tmp/a',
      '',
    ])('the key %j is refused everywhere', async (key) => {
      await expect(store.presignPut({ key, size: 1, expiresAt: inHalfAnHour() })).rejects.toBeInstanceOf(
        RangeError,
      );
      await expect(store.head(key)).rejects.toBeInstanceOf(RangeError);
      await expect(store.read(key)).rejects.toBeInstanceOf(RangeError);
      await expect(store.promote(key, newKey())).rejects.toBeInstanceOf(RangeError);
      await expect(store.promote(newKey(), key)).rejects.toBeInstanceOf(RangeError);
      await expect(store.write(key, Readable.from([]))).rejects.toBeInstanceOf(RangeError);
      await expect(store.delete([key])).rejects.toBeInstanceOf(RangeError);
    });

    it('is ready, and a sweep leaves what keys name', async () => {
      await store.check();
      const key = await filled(randomBytes(10));
      await store.sweep();
      expect(await store.head(key)).toEqual({ size: 10 });
    });
  });
}

/** `mebibytes` go in and out, and no more than `mostMebibytes` are held. */
export function describeFlatMemory(
  name: string,
  start: () => Promise<StoreUnderTest>,
  { mebibytes, mostMebibytes }: { mebibytes: number; mostMebibytes: number },
): void {
  it(`${name} takes and gives ${mebibytes} MiB with flat memory`, async () => {
    const place = await start();
    const store = place.open();
    onTestFinished(async () => {
      await store.close();
      await place.stop();
    });
    const key = newKey();
    const size = mebibytes * mebibyte;
    const memory = watchMemory();
    const [sent, got] = [createHash('sha256'), createHash('sha256')];
    const watched = (hash: Hash) => ({
      update(chunk: Buffer) {
        hash.update(chunk);
        memory.passed(chunk.length);
      },
    });
    await store.write(key, generated(size, watched(sent)), size);
    const received = watched(got);
    for await (const chunk of await store.read(key)) received.update(chunk as Buffer);
    expect(memory.peakGrowth()).toBeLessThan(mostMebibytes * mebibyte);
    expect(got.digest('hex')).toBe(sent.digest('hex'));
  });
}

function inPieces(bytes: Buffer): Readable {
  const pieces = Array.from({ length: Math.ceil(bytes.length / 60_000) }, (_, index) =>
    bytes.subarray(index * 60_000, (index + 1) * 60_000),
  );
  return Readable.from(pieces, { objectMode: false });
}

function generated(size: number, hash: { update(chunk: Buffer): unknown }): Readable {
  const chunk = randomBytes(mebibyte);
  async function* chunks() {
    for (let left = size; left > 0; left -= chunk.length) {
      const part = Buffer.from(chunk.subarray(0, left));
      part.writeUInt32LE(left % 0xffffffff);
      hash.update(part);
      yield part;
    }
  }
  return Readable.from(chunks(), { objectMode: false });
}

/** What is held while bytes pass: garbage that was not collected yet says more of the machine. */
function watchMemory(): { passed(bytes: number): void; peakGrowth(): number } {
  const used = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const before = used();
  let peak = before;
  let passedBytes = 0;
  return {
    passed(bytes) {
      passedBytes += bytes;
      if (passedBytes < 16 * mebibyte) return;
      passedBytes = 0;
      peak = Math.max(peak, used());
    },
    peakGrowth: () => peak - before,
  };
}
