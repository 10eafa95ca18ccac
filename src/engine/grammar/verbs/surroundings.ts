import { perform } from '../instruction.ts';
import { placed } from '../parameter-kinds.ts';
import { onAndroid, onPhones, type Verb } from '../verb.ts';

/**
 * What is on a phone beside the app. Its own things stand without quotes: "Wi-Fi" in quotes is a switch on the screen.
 */
export const surroundingVerbs: readonly Verb[] = [
  {
    platforms: onPhones,
    description:
      'Presses the key that the keyboard offers for the field that has the focus: Search, Go, Done, Next, Send, Previous.',
    examples: ['Press Search on the keyboard', 'Press the Done key', 'Tap Send on the keyboard'],
    patterns: [
      'press|tap|hit|push [the] <editorKey> [key|button] on|of the [on-screen] keyboard',
      'press|tap|hit|push the <editorKey> key',
    ],
    build: (places) => perform('press', { key: placed.text(places, 'editorKey').toLowerCase() }),
  },
  {
    platforms: onPhones,
    description: 'Sets where the phone is, by latitude and longitude.',
    examples: ['Set the location to 52.52, 13.40', 'Set the GPS position to -33.87, 151.21'],
    patterns: [
      'set|change|move [the] [gps] location|position to <coordinates>',
      'set|change [the] [gps] location|position of the phone|device to <coordinates>',
      "set|change the phone's|device's location|position to <coordinates>",
    ],
    build: (places) => perform('set_location', { ...(places.get('coordinates') as object) }),
  },
  {
    platforms: onAndroid,
    description:
      "Turns the phone's network, Wi-Fi, mobile data or airplane mode on or off. In quotes it is a switch on the screen.",
    examples: ['Turn the network off', 'Turn off Wi-Fi', 'Turn on airplane mode', 'Turn mobile data on'],
    patterns: [
      'turn|switch <onOff> [the] <connection>',
      'turn|switch [the] <connection> <onOff>',
      'enable|activate [the] <connection>',
      'disable|deactivate [the] <connection>',
    ],
    build(places) {
      const way = placed.textIfAny(places, 'onOff') ?? /^(?:en|act)/.exec(placed.text(places, 'verb'))?.[0];
      const on = way !== undefined && way !== 'off';
      return perform('set_network', { connection: placed.text(places, 'connection'), on });
    },
  },
  {
    platforms: onPhones,
    description:
      'Answers an app that asks for a fingerprint or a face, on a simulator or emulator, as the person who may.',
    examples: ['Accept the fingerprint', 'Accept Face ID', 'Accept the biometrics'],
    patterns: ['accept|confirm|approve|match [the] <biometric> [scan|check|prompt]'],
    build: (places) => biometric(placed.text(places, 'biometric'), 'accept'),
  },
  {
    platforms: onPhones,
    description:
      'Answers an app that asks for a fingerprint or a face, on a simulator or emulator, as somebody who may not.',
    examples: ['Refuse the face', 'Reject the fingerprint', 'Refuse Touch ID'],
    patterns: ['refuse|reject|decline|deny [the] <biometric> [scan|check|prompt]'],
    build: (places) => biometric(placed.text(places, 'biometric'), 'refuse'),
  },
  {
    platforms: onPhones,
    description: 'Makes a simulator of an iPhone know a fingerprint or a face, before an app asks for one.',
    examples: ['Enroll a fingerprint', 'Enroll a face'],
    patterns: ['enroll [a|the] <biometric>'],
    build: (places) => biometric(placed.text(places, 'biometric'), 'enroll'),
  },
  {
    platforms: onPhones,
    description:
      'Puts a small sample file of that name onto the phone, made for the occasion, or one with a content of your own: pictures where its galleries look, other files into the downloads of Android or the documents of an app on iOS.',
    examples: [
      'Push the file "sample.png" to the phone',
      'Push users.csv with the content "name,age" to the phone',
      'Upload "photo.jpg" to the phone',
    ],
    patterns: [
      'push|upload|copy|put [a|the] [file|image|photo|picture|document] [named|called] <file> with [the] content <text> to|on|onto the phone|device',
      'push|upload|copy|put [a|the] [file|image|photo|picture|document] [named|called] <file> to|on|onto the phone|device',
    ],
    build(places) {
      const content = placed.textIfAny(places);
      const filename = placed.text(places, 'file');
      return perform('push_file', { filename, ...(content !== undefined && { content }) });
    },
  },
  {
    platforms: onPhones,
    description: 'Zooms in by two fingers, on the screen or on one thing.',
    examples: ['Zoom in', 'Zoom in on the map', 'Pinch open'],
    patterns: [
      'zoom in',
      'zoom in on|over <target>',
      'zoom into <target>',
      'pinch open',
      'pinch open on <target>',
    ],
    build: (places) => zoom('in', places),
  },
  {
    platforms: onPhones,
    description: 'Zooms out by two fingers, on the screen or on one thing.',
    examples: ['Zoom out', 'Zoom out on the map', 'Pinch close'],
    patterns: [
      'zoom out',
      'zoom out on|of|over <target>',
      'pinch close|closed',
      'pinch close|closed on <target>',
    ],
    build: (places) => zoom('out', places),
  },
];

function biometric(kind: string, answer: 'accept' | 'refuse' | 'enroll') {
  return perform('biometric', { kind, answer });
}

function zoom(direction: 'in' | 'out', places: Parameters<Verb['build']>[0]) {
  const target = placed.targetIfAny(places);
  return perform('zoom', { direction, ...(target !== undefined && { target }) });
}
