import { useMemo } from 'react';
import { type Uploaded, uploadApp } from '../../src/client/index.ts';
import { client } from '../service/client.ts';
import { createStore, useStore } from '../service/store.ts';

/** A file that is being uploaded. The upload continues while the user looks at other pages. */
export interface AppUpload {
  readonly id: number;
  readonly projectId: string;
  readonly file: File;
  /** Seconds until the app is deleted; without it, it stays. */
  readonly removeAfter: number | undefined;
  readonly onStored: () => void;
  readonly state: UploadState;
}

export type UploadState =
  | { is: 'waiting' | 'preparing' | 'cancelled' }
  | { is: 'sending'; sentBytes: number }
  | { is: 'failed'; message: string }
  | ({ is: 'stored' } & Uploaded);

const uploads = createStore<readonly AppUpload[]>([]);
let underWay: { id: number; cancelling: AbortController } | null = null;
let lastId = 0;

export function useUploads(projectId: string): AppUpload[] {
  const all = useStore(uploads);
  return useMemo(() => all.filter((upload) => upload.projectId === projectId), [all, projectId]);
}

export function addUploads(
  files: readonly File[],
  options: Pick<AppUpload, 'projectId' | 'removeAfter' | 'onStored'>,
): void {
  const added = files.map((file): AppUpload => {
    lastId += 1;
    return { ...options, id: lastId, file, state: { is: 'waiting' } };
  });
  uploads.set([...uploads.get(), ...added]);
  sendNext();
}

export function cancelUpload(id: number): void {
  if (underWay?.id === id) underWay.cancelling.abort();
  else setState(id, { is: 'cancelled' });
}

export function retryUpload(id: number): void {
  setState(id, { is: 'waiting' });
  sendNext();
}

export function forgetUpload(id: number): void {
  uploads.set(uploads.get().filter((upload) => upload.id !== id));
}

/** One after the other: they share the line anyway, and each is held in memory while its hash is computed. */
function sendNext(): void {
  if (underWay !== null) return;
  const next = uploads.get().find(({ state }) => state.is === 'waiting');
  if (next === undefined) return;
  const cancelling = new AbortController();
  underWay = { id: next.id, cancelling };
  window.addEventListener('beforeunload', askBeforeLeaving);
  void send(next, cancelling.signal).finally(() => {
    underWay = null;
    window.removeEventListener('beforeunload', askBeforeLeaving);
    sendNext();
  });
}

async function send({ id, projectId, file, removeAfter, onStored }: AppUpload, signal: AbortSignal) {
  setState(id, { is: 'preparing' });
  try {
    await requireReadable(file);
    const sha256 = await sha256Of(file);
    const stored = await uploadApp(client, {
      projectId,
      filename: file.name,
      size: file.size,
      open: () => file,
      removeAfter,
      sha256,
      signal,
      onProgress: ({ sentBytes }) => setState(id, { is: 'sending', sentBytes }),
    });
    setState(id, { is: 'stored', ...stored });
    onStored();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    setState(id, signal.aborted ? { is: 'cancelled' } : { is: 'failed', message });
  }
}

async function requireReadable(file: File): Promise<void> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch (cause) {
    const message = `The browser can't read "${file.name}". Zip a folder first: zip -r MyApp.app.zip MyApp.app`;
    throw new Error(message, { cause });
  }
}

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function setState(id: number, state: UploadState): void {
  uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, state } : upload)));
}

/** A browser hashes only what is in memory as a whole. */
const mostBytes = 512 * 1024 * 1024;

/** In hex; undefined where the file is too large, or the page has no cryptography because it is not served by HTTPS. */
async function sha256Of(file: File): Promise<string | undefined> {
  if (file.size > mostBytes || globalThis.crypto?.subtle === undefined) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
