import type { UploadFile } from '../acting/sample-file.ts';
import type { PhoneView } from './phone-view.ts';
import { notOffered, script } from './script.ts';
import { isSimulator } from './simulator.ts';

/** Where the app or its pickers find the file; says where that is. */
export async function pushFile(view: PhoneView, file: UploadFile, signal: AbortSignal): Promise<string> {
  const { remotePath, place } =
    view.session.platform === 'ios' ? await placeOnIos(view, file, signal) : placeOnAndroid(file);
  const payload = file.buffer.toString('base64');
  await script(view, 'mobile: pushFile', { remotePath, payload }, signal);
  return `Put "${file.name}" into ${place}.`;
}

interface FileDestination {
  readonly remotePath: string;
  readonly place: string;
}

/** Android scans these folders for what its galleries show. */
function placeOnAndroid({ name, mimeType }: UploadFile): FileDestination {
  if (mimeType.startsWith('image/'))
    return { remotePath: `/sdcard/Pictures/${name}`, place: 'the pictures of the phone' };
  return { remotePath: `/sdcard/Download/${name}`, place: 'the downloads of the phone' };
}

/** A name alone means the photos of a simulator; other files go into the documents of the app. */
async function placeOnIos(
  view: PhoneView,
  { name, mimeType }: UploadFile,
  signal: AbortSignal,
): Promise<FileDestination> {
  if (mimeType.startsWith('image/')) {
    if (await isSimulator(view, signal)) return { remotePath: name, place: 'the photos of the phone' };
    throw notOffered("A real iPhone can't be given photos by its driver; a simulator can.");
  }
  if (view.appId === null)
    throw notOffered('A file goes into the documents of the app, whose bundle identifier is not known.');
  return { remotePath: `@${view.appId}:data/Documents/${name}`, place: 'the documents of the app' };
}
