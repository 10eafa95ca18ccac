import { openAsBlob } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { uploadApp } from 'gantry/client';
import { password } from './group.mjs';

/** The project of the shop, whose results go to the receiver. */
export async function makeProject(client, addresses, signal) {
  const made = await client.call('createProject', { body: { name: 'Tea shop', ...addresses }, signal });
  const projectId = made.project.id;
  await client.call('setVariable', {
    path: { projectId, name: 'password' },
    body: { value: password, secret: true },
    signal,
  });
  return client.call('getProject', { path: { projectId }, signal });
}

/** A real Android build, which npm brings. */
export async function uploadBuild({ client, projectId, signal }, narrator) {
  const tests = new URL('../test/package.json', import.meta.url);
  const manifest = createRequire(tests).resolve('android-apidemos/package.json');
  const path = join(dirname(manifest), 'apks', 'ApiDemos-debug.apk');
  const filename = basename(path);
  const file = await openAsBlob(path);
  const beganMs = performance.now();
  const { app } = await uploadApp(client, {
    projectId,
    filename,
    size: file.size,
    open: () => file,
    removeAfter: 86_400,
    onProgress: ({ sentBytes, totalBytes }) =>
      narrator.working(`${filename}: ${Math.floor((100 * sentBytes) / totalBytes)} %`),
    signal,
  });
  const size = `${(app.fileSize / 1e6).toFixed(1)} MB`;
  const readFromIt = `${app.platform}, ${app.bundleId} ${app.appVersion}`;
  narrator.done('Build', `${filename}, ${size}: ${readFromIt}`, beganMs);
  return app;
}
