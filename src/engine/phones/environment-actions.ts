import type { Connection } from '../acting/catalogue/phone.ts';
import type { Performers } from '../acting/perform.ts';
import { sampleFile } from '../acting/sample-file.ts';
import { answerBiometric } from './biometrics.ts';
import type { PhoneView } from './phone-view.ts';
import { pushFile } from './push-file.ts';
import { notOffered, script } from './script.ts';

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
