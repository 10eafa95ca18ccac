import type { BiometricAnswer as Answer, Biometric } from '../acting/catalogue/phone.ts';
import type { PhoneView } from './phone-view.ts';
import { notOffered, script, whereOffered } from './script.ts';

/** The first finger that is enrolled has this number; nobody enrolls the other. */
const androidFingers: Readonly<Record<Exclude<Answer, 'enroll'>, number>> = { accept: 1, refuse: 99 };
const iosFeatures: Readonly<Record<Biometric, readonly string[]>> = {
  fingerprint: ['touchId'],
  face: ['faceId'],
  // A simulator has one of both, and does not hear of the other.
  biometrics: ['touchId', 'faceId'],
};

export async function answerBiometric(
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
