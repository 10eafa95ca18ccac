import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CloudKind } from '../../../src/engine/phones/clouds/cloud.ts';
import {
  cloudCapabilities,
  cloudFailure,
  sessionPageOf,
} from '../../../src/engine/phones/clouds/cloud-session.ts';
import { createBuildUploader } from '../../../src/engine/phones/clouds/upload-build.ts';
import type { AppiumSession } from '../../../src/engine/phones/session.ts';
import { WireRefusal } from '../../../src/engine/phones/wire.ts';
import { ExecutionFailure } from '../../../src/engine/report.ts';
import type { CloudUploads } from '../../../src/engine/task.ts';
import { type CloudServer, startCloud } from './cloud-server.ts';
import { never, sha256, temporaryFolder } from './support.ts';

const phone = (kind: CloudKind, region = 'us-west-1') => ({ kind, region, isReal: null });
const names = { build: 'Shop 1.2', session: 'Buys a book · 7' };

describe('a session of a cloud', () => {
  it('is named after build and run, and keeps what the operator has set', () => {
    const wanted = { 'bstack:options': { projectName: 'Shop', local: true }, 'appium:language': 'de' };
    expect(cloudCapabilities(phone('browserstack'), names, wanted)).toEqual({
      'bstack:options': {
        projectName: 'Shop',
        local: true,
        buildName: 'Shop 1.2',
        sessionName: names.session,
      },
    });
    expect(cloudCapabilities({ ...phone('lambdatest'), isReal: false }, names, {})).toEqual({
      'lt:options': { w3c: true, build: 'Shop 1.2', name: names.session, isRealMobile: false },
    });
  });

  it.each<[CloudKind, string, string | null]>([
    ['sauce', 'us-west-1', 'https://app.saucelabs.com/tests/id%2F1'],
    ['sauce', 'eu-central-1', 'https://app.eu-central-1.saucelabs.com/tests/id%2F1'],
    ['lambdatest', '', 'https://appautomation.lambdatest.com/test?testID=id%2F1'],
    ['browserstack', '', 'https://app-automate.browserstack.com/1'],
  ])('has a page of its own at %s (%s)', async (kind, region, page) => {
    const answer = JSON.stringify({ browser_url: page, public_url: `${page}?auth_token=x` });
    expect(
      await sessionPageOf(
        sessionThat(async () => answer),
        phone(kind, region),
      ),
    ).toBe(page);
  });

  it('has none where the cloud does not say', async () => {
    for (const answer of ['no JSON', null, '{}', 7]) {
      const session = sessionThat(async () => answer);
      expect(await sessionPageOf(session, phone('browserstack'))).toBeNull();
    }
    const refusing = sessionThat(() => Promise.reject(new Error('no')));
    expect(await sessionPageOf(refusing, phone('browserstack'))).toBeNull();
  });

  it.each<[CloudKind, string, string]>([
    ['browserstack', '[BROWSERSTACK_INVALID_APP_URL] The app_url specified is invalid', 'CLOUD_APP_UNKNOWN'],
    ['sauce', 'storage:4711 could not be found', 'CLOUD_APP_UNKNOWN'],
    ['lambdatest', 'The app lt://APP1 does not exist', 'CLOUD_APP_UNKNOWN'],
    ['browserstack', 'Authorization required', 'CLOUD_REFUSED'],
    ['sauce', 'Misconfigured -- Sauce Labs Authentication Error.', 'CLOUD_REFUSED'],
    ['lambdatest', 'Unauthorized: invalid username or access key', 'CLOUD_REFUSED'],
    ['browserstack', 'All parallel tests are currently in use', 'NO_DEVICE_SESSION'],
  ])('%s that says "%s" is %s', (kind, message, code) => {
    const opening = new ExecutionFailure('NO_DEVICE_SESSION', 'x', { cause: new WireRefusal(message) });
    expect(cloudFailure(phone(kind), opening)).toMatchObject({ code });
  });
});

describe('a build on its way to a cloud', () => {
  let cloud: CloudServer;
  let place: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    [cloud, place] = await Promise.all([startCloud(), temporaryFolder()]);
  });
  afterEach(() => {
    cloud.uploads.length = 0;
  });
  afterAll(async () => {
    await cloud.close();
    await place.remove();
  });

  async function uploadOf(known: CloudUploads, isAnew = false) {
    const path = join(place.folder, 'x.apk');
    const content = Buffer.alloc(3_000_000, 'build');
    await writeFile(path, content);
    return {
      account: {
        kind: 'browserstack',
        username: 'user',
        accessKey: 'secret-key',
        region: '',
        uploadUrl: `${cloud.url}/app-automate/upload`,
      } as const,
      isReal: true,
      build: { name: '../Shop "1.2"', path, sha256: sha256(content), form: '.apk' as const },
      known,
      isAnew,
    };
  }

  it('is sent once for all who ask at once, whole, and one who leaves ends it for nobody', async () => {
    const remembered: Array<[unknown, string]> = [];
    const known: CloudUploads = {
      find: async () => null,
      remember: async (key, reference) => void remembered.push([key, reference]),
    };
    const { upload } = createBuildUploader();
    const build = await uploadOf(known);
    const leaving = new AbortController();
    const left = upload(build, leaving.signal);
    const stayed = Promise.all([upload(build, never), upload(build, never)]);
    leaving.abort(new Error('cancelled'));
    await expect(left).rejects.toThrow('cancelled');
    expect(await stayed).toEqual(['bs://1', 'bs://1']);
    expect(cloud.uploads).toMatchObject([{ filename: '..-Shop-1.2-.apk', sha256: build.build.sha256 }]);
    expect(remembered).toHaveLength(1);
    expect(JSON.stringify(remembered)).not.toMatch(/secret-key|user/);
  });

  it('is not sent where the cloud has it, unless it is asked for anew', async () => {
    const known: CloudUploads = { find: async () => 'bs://known', remember: async () => undefined };
    const { upload } = createBuildUploader();
    expect(await upload(await uploadOf(known), never)).toBe('bs://known');
    expect(cloud.uploads).toEqual([]);
    expect(await upload(await uploadOf(known, true), never)).toBe('bs://1');
  });

  it('is given up when the service stops', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const uploader = createBuildUploader();
    const build = await uploadOf({ find: async () => null, remember: async () => undefined });
    const account = { ...build.account, uploadUrl: `http://127.0.0.1:${port}/` };
    const connected = new Promise((resolve) => silent.once('connection', resolve));
    const sending = uploader.upload({ ...build, account }, never).catch((error: unknown) => error);
    await connected;
    await uploader.close();
    expect(await sending).toMatchObject({ code: 'CLOUD_UNREACHABLE' });
    silent.close();
  });

  it('belongs to its account: another one, or another place, knows nothing of it', async () => {
    const asked: string[] = [];
    const known: CloudUploads = {
      find: async ({ account }) => {
        asked.push(account);
        return 'bs://known';
      },
      remember: async () => undefined,
    };
    const { upload } = createBuildUploader();
    const build = await uploadOf(known);
    const { account } = build;
    await upload(build, never);
    await upload({ ...build, account: { ...account, accessKey: 'a new one' } }, never);
    await upload({ ...build, account: { ...account, username: 'other' } }, never);
    await upload({ ...build, account: { ...account, uploadUrl: 'http://elsewhere' } }, never);
    const [own, renewed, other, elsewhere] = asked;
    expect(renewed).toBe(own);
    expect(new Set([own, other, elsewhere]).size).toBe(3);
  });
});

function sessionThat(answer: () => Promise<unknown>): AppiumSession {
  return {
    id: 'id/1',
    platform: 'android',
    capabilities: {},
    call: (_signal, command) => command({ executeScript: answer } as never),
    fetch: async () => null,
    close: async () => undefined,
  };
}
