import type { Target } from '../../scene/target.ts';
import { perform } from '../instruction.ts';
import { onAndroid, onPhones, type Verb, verb } from '../verb.ts';

/**
 * What is on a phone beside the app. Its own things stand without quotes: "Wi-Fi" in quotes is a switch on the screen.
 */
export const surroundingVerbs: readonly Verb[] = [
  verb({
    platforms: onPhones,
    description:
      'Presses the key that the keyboard offers for the field that has the focus: Search, Go, Done, Next, Send, Previous.',
    examples: ['Press Search on the keyboard', 'Press the Done key', 'Tap Send on the keyboard'],
    patterns: [
      'press|tap|hit|push [the] <editorKey> [key|button] on|of the [on-screen] keyboard',
      'press|tap|hit|push the <editorKey> key',
    ],
    build: ({ editorKey }) => perform('press', { key: editorKey.toLowerCase() }),
  }),
  verb({
    platforms: onPhones,
    description: 'Sets where the phone is, by latitude and longitude.',
    examples: ['Set the location to 52.52, 13.40', 'Set the GPS position to -33.87, 151.21'],
    patterns: [
      'set|change|move [the] [gps] location|position to <coordinates>',
      'set|change [the] [gps] location|position of the phone|device to <coordinates>',
      "set|change the phone's|device's location|position to <coordinates>",
    ],
    build: ({ coordinates }) => perform('set_location', { ...coordinates }),
  }),
  verb({
    platforms: onAndroid,
    description:
      "Turns the phone's network, Wi-Fi, mobile data or airplane mode on. In quotes it is a switch on the screen.",
    examples: ['Turn on airplane mode', 'Turn mobile data on', 'Enable Wi-Fi'],
    patterns: [
      'turn|switch on [the] <connection>',
      'turn|switch [the] <connection> on',
      'enable|activate [the] <connection>',
    ],
    build: ({ connection }) => perform('set_network', { connection, on: true }),
  }),
  verb({
    platforms: onAndroid,
    description:
      "Turns the phone's network, Wi-Fi, mobile data or airplane mode off. In quotes it is a switch on the screen.",
    examples: ['Turn the network off', 'Turn off Wi-Fi', 'Disable mobile data'],
    patterns: [
      'turn|switch off [the] <connection>',
      'turn|switch [the] <connection> off',
      'disable|deactivate [the] <connection>',
    ],
    build: ({ connection }) => perform('set_network', { connection, on: false }),
  }),
  verb({
    platforms: onPhones,
    description:
      'Answers an app that asks for a fingerprint or a face, on a simulator or emulator, as the person who may.',
    examples: ['Accept the fingerprint', 'Accept Face ID', 'Accept the biometrics'],
    patterns: ['accept|confirm|approve|match [the] <biometric> [scan|check|prompt]'],
    build: ({ biometric }) => perform('biometric', { kind: biometric, answer: 'accept' }),
  }),
  verb({
    platforms: onPhones,
    description:
      'Answers an app that asks for a fingerprint or a face, on a simulator or emulator, as somebody who may not.',
    examples: ['Refuse the face', 'Reject the fingerprint', 'Refuse Touch ID'],
    patterns: ['refuse|reject|decline|deny [the] <biometric> [scan|check|prompt]'],
    build: ({ biometric }) => perform('biometric', { kind: biometric, answer: 'refuse' }),
  }),
  verb({
    platforms: onPhones,
    description: 'Makes a simulator of an iPhone know a fingerprint or a face, before an app asks for one.',
    examples: ['Enroll a fingerprint', 'Enroll a face'],
    patterns: ['enroll [a|the] <biometric>'],
    build: ({ biometric }) => perform('biometric', { kind: biometric, answer: 'enroll' }),
  }),
  verb({
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
    build: ({ file, text }) =>
      perform('push_file', { filename: file, ...(text !== undefined && { content: text }) }),
  }),
  verb({
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
    build: ({ target }) => zoom('in', target),
  }),
  verb({
    platforms: onPhones,
    description: 'Zooms out by two fingers, on the screen or on one thing.',
    examples: ['Zoom out', 'Zoom out on the map', 'Pinch close'],
    patterns: [
      'zoom out',
      'zoom out on|of|over <target>',
      'pinch close|closed',
      'pinch close|closed on <target>',
    ],
    build: ({ target }) => zoom('out', target),
  }),
];

function zoom(direction: 'in' | 'out', target: Target | undefined) {
  return perform('zoom', { direction, ...(target !== undefined && { target }) });
}
