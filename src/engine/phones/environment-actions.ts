import type { BiometricAnswer as Answer, Biometric, Connection } from '../acting/catalogue/phone.ts';
import type { Performers } from '../acting/perform.ts';
import { sampleFile, type UploadFile } from '../acting/sample-file.ts';
import type { PhoneView } from './phone-view.ts';
import { isSimulator, notOffered, script, whereOffered } from './script.ts';

/** The first finger that is enrolled has this number; nobody enrolls the other. */
const androidFingers: Readonly<Record<Exclude<Answer, 'enroll'>, number>> = { accept: 1, refuse: 99 };
const iosFeatures: Readonly<Record<Biometric, readonly string[]>> = {
  fingerprint: ['touchId'],
  face: ['faceId'],
  // A simulator has one of both, and does not hear of the other.
  biometrics: ['touchId', 'faceId'],
};

/** What surrounds the app: where the phone is, what it is connected to, whose finger is on it, what is stored on it. */
export function environmentActions(view: PhoneView) {
  const isIos = view.session.platform === 'ios';
  return {
    async set_location({ latitude, longitude }, { signal }) {
      const [set, reset] = isIos
        ? ['mobile: setSimulatedLocation', 'mobile: resetSimulatedLocation']
        : ['mobile: setGeolocation', 'mobile: resetGeolocation'];
      view.restoring.note('location', (ending) => script(view, reset, {}, ending));
      await script(view, set, { latitude, longitude }, signal);
      return `Set the location to ${latitude}, ${longitude}.`;
    },
    async set_network({ connection, on }, { signal }) {
      if (isIos) throw notOffered("An iPhone can't be told to change its network; Android can.");
      await noteNetwork(view, signal);
      await script(view, 'mobile: setConnectivity', switchesFor(connection, on), signal);
      return `Turned the ${connection} ${on ? 'on' : 'off'}.`;
    },
    biometric: ({ kind, answer }, { signal }) => answerBiometric(view, kind, answer, signal),
    async push_file({ filename, content }, { signal }) {
      return view.mask.text(await pushFile(view, sampleFile(filename, content), signal));
    },
  } satisfies Partial<Performers<'phone'>>;
}

function switchesFor(connection: Connection, on: boolean): object {
  if (connection === 'wifi') return { wifi: on };
  if (connection === 'mobile data') return { data: on };
  return connection === 'airplane mode' ? { airplaneMode: on } : { wifi: on, data: on };
}

/** As it was before the run changed it. */
async function noteNetwork(view: PhoneView, signal: AbortSignal): Promise<void> {
  if (view.restoring.isNoted('network')) return;
  const before = await script<object>(view, 'mobile: getConnectivity', {}, signal);
  view.restoring.note('network', (ending) => script(view, 'mobile: setConnectivity', before, ending));
}

async function answerBiometric(
  view: PhoneView,
  kind: Biometric,
  answer: Answer,
  signal: AbortSignal,
): Promise<string> {
  const work =
    view.session.platform === 'ios'
      ? onIos(view, kind, answer, signal)
      : onAndroid(view, kind, answer, signal);
  await whereOffered(`Only a simulator or an emulator can be shown a ${wordFor(kind)}.`, work);
  const done = { accept: 'Accepted', refuse: 'Refused', enroll: 'Enrolled' }[answer];
  return `${done} the ${kind}.`;
}

async function onIos(view: PhoneView, kind: Biometric, answer: Answer, signal: AbortSignal): Promise<void> {
  await script(view, 'mobile: enrollBiometric', { isEnabled: true }, signal);
  if (answer === 'enroll') return;
  for (const type of iosFeatures[kind])
    await script(view, 'mobile: sendBiometricMatch', { type, match: answer === 'accept' }, signal);
}

async function onAndroid(
  view: PhoneView,
  kind: Biometric,
  answer: Answer,
  signal: AbortSignal,
): Promise<void> {
  if (kind === 'face')
    throw notOffered('An emulator of Android has no camera for faces: use the fingerprint.');
  if (answer === 'enroll')
    throw notOffered(
      'Android enrolls fingerprints in its settings only: do it once, by hand, with finger 1.',
    );
  await script(view, 'mobile: fingerprint', { fingerprintId: androidFingers[answer] }, signal);
}

function wordFor(kind: Biometric): string {
  return kind === 'biometrics' ? 'fingerprint or a face' : kind;
}

/** Where the app or its pickers find the file; says where that is. */
async function pushFile(view: PhoneView, file: UploadFile, signal: AbortSignal): Promise<string> {
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
