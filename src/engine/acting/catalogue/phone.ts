import { Type } from 'typebox';
import { oneOf } from '../../../kernel/schema.ts';
import { type Action, doing, form } from '../action.ts';

const connections = ['network', 'wifi', 'mobile data', 'airplane mode'] as const;
export type Connection = (typeof connections)[number];

const biometrics = ['fingerprint', 'face', 'biometrics'] as const;
export type Biometric = (typeof biometrics)[number];

const biometricAnswers = ['accept', 'refuse', 'enroll'] as const;
export type BiometricAnswer = (typeof biometricAnswers)[number];

/** What only a phone can do, and what surrounds its app. */
export const phoneActions = {
  home: { phone: form('Goes to the home screen of the phone.', {}), say: doing('go home') },
  hide_keyboard: { phone: form('Hides the keyboard, if it is shown.', {}), say: doing('hide the keyboard') },
  relaunch: { phone: form('Ends the app and starts it again.', {}), say: doing('relaunch the app') },
  background: {
    phone: form('Puts the app in the background for some seconds.', {
      seconds: Type.Number({ minimum: 0, maximum: 60 }),
    }),
    say: (input) => `put the app in the background for ${input.seconds} seconds`,
  },
  rotate: {
    phone: form('Turns the phone.', { orientation: oneOf(['portrait', 'landscape']) }),
    say: (input) => `rotate to ${input.orientation}`,
  },
  set_location: {
    phone: form('Sets where the phone is.', {
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
    }),
    say: (input) => `set the location to ${input.latitude}, ${input.longitude}`,
  },
  set_network: {
    phone: form('Turns the network (Wi-Fi and mobile data), one of both, or the airplane mode on or off.', {
      connection: oneOf(connections),
      on: Type.Boolean(),
    }),
    descriptionOnIos: "Turns a connection on or off. An iPhone can't do that.",
    say: (input) => `turn the ${input.connection} ${input.on === true ? 'on' : 'off'}`,
  },
  biometric: {
    phone: form(
      'Accepts or refuses the fingerprint or face that the app asks for, or enrolls one. Simulators and emulators only.',
      { kind: oneOf(biometrics), answer: oneOf(biometricAnswers) },
    ),
    say: (input) => `${input.answer} ${input.answer === 'enroll' ? 'a' : 'the'} ${input.kind}`,
  },
} satisfies Record<string, Action>;
