import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createClient, uploadApp } from '../../src/client/index.ts';
import { build, openPlace } from './uploads.ts';

describe('an upload', () => {
  it.each(['blob', 'stream'] as const)('sends a real build as a %s and tells how far it is', async (kind) => {
    const place = await openPlace();
    const sent: number[] = [];
    const { app, wasThere } = await uploadApp(place.client, {
      ...place.upload,
      open: () => (kind === 'blob' ? openAsBlob(place.file) : webStream(createReadStream(place.file))),
      removeAfter: 600,
      onProgress: ({ sentBytes, totalBytes }) => {
        sent.push(sentBytes);
        expect(totalBytes).toBe(place.upload.size);
      },
    });
    expect(wasThere).toBe(false);
    expect(app).toMatchObject({
      platform: 'android',
      filename: 'ApiDemos-debug',
      removeAfter: 600,
      fileSize: place.upload.size,
    });
    expect(sent[0]).toBe(0);
    expect(sent.at(-1)).toBe(place.upload.size);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
    expect(place.retries).toEqual([]);
  });

  it('begins again when the connection breaks on the way, and when the answer to its confirmation is lost', async () => {
    const place = await openPlace();
    place.way.cutAfter(place.upload.size / 2);
    let opened = 0;
    const { app } = await uploadApp(place.client, {
      ...place.upload,
      open: () => {
        opened += 1;
        return openAsBlob(place.file);
      },
      onProgress({ sentBytes, totalBytes }) {
        if (sentBytes === totalBytes) place.way.loseAnswerTo('/confirm');
      },
    });
    expect(opened).toBe(2);
    expect(place.retries).toMatchObject([{ what: 'upload' }, { what: 'confirmUpload' }]);
    expect(await place.apps()).toEqual([app]);
  });

  it('says what storage and service refuse, without trying again', async () => {
    const place = await openPlace();
    const notAnApp = { ...place.upload, size: 5, open: () => new Blob(['hello']) };
    await expect(uploadApp(place.client, notAnApp)).rejects.toMatchObject({
      status: 422,
      code: 'InvalidApp',
    });
    const wrongName = { ...place.upload, filename: 'notes.txt' };
    await expect(uploadApp(place.client, wrongName)).rejects.toMatchObject({ code: 'ValidationError' });
    const tampered: typeof fetch = (input, init) => fetch(init?.method === 'PUT' ? `${input}0` : input, init);
    const client = createClient({ ...place.options, fetch: tampered });
    await expect(uploadApp(client, place.upload)).rejects.toMatchObject({ status: 403, code: 'Forbidden' });
    expect(place.retries).toEqual([]);
  });

  it('that can not be read, or is not of the size that was said, fails with that', async () => {
    const place = await openPlace();
    const broken = new Error('the disk is gone');
    const unreadable = {
      ...place.upload,
      open: () => new ReadableStream({ pull: () => Promise.reject(broken) }),
    };
    await expect(uploadApp(place.client, unreadable)).rejects.toBe(broken);
    const changing = {
      ...place.upload,
      async open() {
        const blob = await openAsBlob(place.file);
        await appendFile(place.file, 'more');
        return blob;
      },
    };
    await expect(uploadApp(place.client, changing)).rejects.toMatchObject({ name: 'NotReadableError' });
    for (const size of [4, 6]) {
      const wrongSize = {
        ...place.upload,
        size,
        open: () => webStream(Readable.from([Buffer.from('hello')])),
      };
      await expect(uploadApp(place.client, wrongSize)).rejects.toThrow(
        `size: is ${size}, but the content has`,
      );
    }
    expect(place.retries).toEqual([]);
  });

  it('ends with the reason of its signal in the middle', async () => {
    const place = await openPlace();
    const reason = new Error('enough');
    const stop = new AbortController();
    const onProgress = ({ sentBytes }: { sentBytes: number }) => sentBytes > 0 && stop.abort(reason);
    const upload = { ...place.upload, signal: stop.signal, onProgress };
    await expect(uploadApp(place.client, upload)).rejects.toBe(reason);
    expect(await place.apps()).toEqual([]);
  });

  it('sends nothing when the newest upload of that app is the same, and stays for long enough', async () => {
    const place = await openPlace();
    const sha256 = createHash('sha256')
      .update(await build.bytes())
      .digest('hex');
    const upload = { ...place.upload, sha256 };
    const first = await uploadApp(place.client, { ...upload, removeAfter: 600 });
    expect(first.wasThere).toBe(false);
    const unopened = () => expect.fail('it was opened');
    expect(await uploadApp(place.client, { ...upload, removeAfter: 900, open: unopened })).toEqual({
      app: first.app,
      wasThere: true,
    });
    // Who wants it to stay gets one that stays.
    const second = await uploadApp(place.client, upload);
    expect(second).toMatchObject({ wasThere: false, app: { expiresAt: null } });
    expect(await uploadApp(place.client, { ...upload, open: unopened })).toEqual({
      ...second,
      wasThere: true,
    });
    // Another build of the same app came after it: `bundleId` must mean what was uploaded last.
    await uploadApp(place.client, { ...upload, sha256: undefined });
    expect(await uploadApp(place.client, upload)).toMatchObject({ wasThere: false });
    expect(await place.apps()).toHaveLength(4);
  });
});

function webStream(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}
