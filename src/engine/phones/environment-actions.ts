import { Type } from 'typebox';
import { oneOf } from '../../kernel/schema.ts';
import { defineAction } from '../acting/action.ts';
import type { DeviceAction } from '../acting/device.ts';
import { sampleFile } from '../acting/sample-file.ts';
import { answerBiometric, biometricAnswers, biometrics } from './biometrics.ts';
import type { PhoneView } from './phone-view.ts';
import { pushFile } from './push-file.ts';
import { notOffered, script } from './script.ts';

const connections = ['network', 'wifi', 'mobile data', 'airplane mode'] as const;
type Connection = (typeof connections)[number];

/** What surrounds the app: where the phone is, what it is connected to, whose finger is on it, what is stored on it. */
export function environmentActions(view: PhoneView): DeviceAction[] {
  const isIos = view.session.platform === 'ios';
  return [
    defineAction({
      name: 'set_location',
      description: 'Sets where the phone is.',
      parameters: Type.Object({
        latitude: Type.Number({ minimum: -90, maximum: 90 }),
        longitude: Type.Number({ minimum: -180, maximum: 180 }),
      }),
      async perform({ latitude, longitude }, { signal }) {
        const [set, reset] = isIos
          ? ['mobile: setSimulatedLocation', 'mobile: resetSimulatedLocation']
          : ['mobile: setGeolocation', 'mobile: resetGeolocation'];
        view.restoring.note('location', (ending) => script(view, reset, {}, ending));
        await script(view, set, { latitude, longitude }, signal);
        return `Set the location to ${latitude}, ${longitude}.`;
      },
    }),
    defineAction({
      name: 'set_network',
      description: isIos
        ? "Turns a connection on or off. An iPhone can't do that."
        : 'Turns the network (Wi-Fi and mobile data), one of both, or the airplane mode on or off.',
      parameters: Type.Object({ connection: oneOf(connections), on: Type.Boolean() }),
      async perform({ connection, on }, { signal }) {
        if (isIos) throw notOffered("An iPhone can't be told to change its network; Android can.");
        await noteNetwork(view, signal);
        await script(view, 'mobile: setConnectivity', switchesFor(connection, on), signal);
        return `Turned the ${connection} ${on ? 'on' : 'off'}.`;
      },
    }),
    defineAction({
      name: 'biometric',
      description:
        'Accepts or refuses the fingerprint or face that the app asks for, or enrolls one. Simulators and emulators only.',
      parameters: Type.Object({ kind: oneOf(biometrics), answer: oneOf(biometricAnswers) }),
      perform: ({ kind, answer }, { signal }) => answerBiometric(view, kind, answer, signal),
    }),
    defineAction({
      name: 'push_file',
      description: 'Puts a small sample file of that name onto the phone, or one with a content of your own.',
      parameters: Type.Object({
        filename: Type.String({ minLength: 1, maxLength: 255 }),
        content: Type.Optional(Type.String({ maxLength: 100_000 })),
      }),
      async perform({ filename, content }, { signal }) {
        return view.cover.text(await pushFile(view, sampleFile(filename, content), signal));
      },
    }),
  ];
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
