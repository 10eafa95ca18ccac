import { perform } from '../instruction.ts';
import { atMost } from '../refused.ts';
import { onAndroid, onPhones, performOn, type Verb, verb } from '../verb.ts';

const longestBackgroundSeconds = 60;

const inwards = { left: 'right', right: 'left', top: 'down', bottom: 'up' } as const;

/** What only a phone can do. */
export const phoneVerbs: readonly Verb[] = [
  verb({
    platforms: onPhones,
    description: 'Presses a thing for a while.',
    examples: ['Long press "Photo 1"', 'Press and hold the "Delete" button'],
    patterns: [
      'long press|tap|click [on] <target>',
      'long-press|long-tap|long-click [on] <target>',
      'press|tap and hold [on] <target>',
    ],
    build: ({ target }) => performOn('long_press', target),
  }),
  verb({
    platforms: onPhones,
    description: 'Swipes over the screen, or over one thing.',
    examples: ['Swipe left', 'Swipe up on the "Photos" list item', 'Swipe "Message 1" to the left'],
    patterns: [
      'swipe [to] [the] <direction>',
      'swipe <direction> on|over|across <target>',
      'swipe <target> [to] [the] <direction>',
    ],
    build: ({ direction, target }) =>
      perform('swipe', { direction, ...(target !== undefined && { target }) }),
  }),
  verb({
    platforms: onPhones,
    description: 'Swipes in from an edge of the screen, as to open a drawer.',
    examples: ['Swipe from the left edge', 'Swipe in from the right edge of the screen'],
    patterns: [
      'swipe [in] [inwards] from the <side> edge [of] [the] [screen]',
      'swipe <direction> from the <side> edge [of] [the] [screen]',
    ],
    build: ({ side }) => perform('swipe', { direction: inwards[side], from: 'edge' }),
  }),
  verb({
    platforms: onPhones,
    description: 'Pulls down what is shown, which loads it anew in most apps.',
    examples: ['Pull to refresh', 'Pull down to refresh'],
    patterns: ['pull [down] to refresh|reload', 'pull [the] <target> down to refresh|reload'],
    build: ({ target }) => perform('swipe', { direction: 'down', ...(target !== undefined && { target }) }),
  }),
  verb({
    platforms: onAndroid,
    description: 'Presses the back button of the phone.',
    examples: ['Press the Android back button', "Press the phone's back button"],
    patterns: [
      "press|tap|hit|use the android|system|phone's|device's|hardware back button|key",
      'press|tap|hit|use the back button|key of the phone|device',
    ],
    build: () => perform('back'),
  }),
  verb({
    platforms: onPhones,
    description: 'Leaves the app for the home screen.',
    examples: ['Go home', 'Press the home button', 'Go to the home screen'],
    patterns: ['go home', 'go to the home screen', 'press|tap|hit the home button'],
    build: () => perform('home'),
  }),
  verb({
    platforms: onPhones,
    description: 'Puts the keyboard away.',
    examples: ['Hide the keyboard', 'Close the keyboard'],
    patterns: ['hide|close|dismiss the [on-screen] keyboard'],
    build: () => perform('hide_keyboard'),
  }),
  verb({
    platforms: onPhones,
    description: 'Ends the app and starts it again.',
    examples: ['Relaunch the app', 'Restart the app', 'Close and reopen the app'],
    patterns: [
      'relaunch|restart|reopen the app|application',
      'close|kill and reopen|relaunch|restart the app|application',
    ],
    build: () => perform('relaunch'),
  }),
  verb({
    platforms: onPhones,
    description: 'Puts the app in the background for a while.',
    examples: [
      'Put the app in the background for 5 seconds',
      'Send the app to the background for 30 seconds and bring it back',
    ],
    patterns: [
      'put|move|send the app in|into|to the background for <seconds>',
      'background the app for <seconds>',
      'put|move|send the app in|into|to the background for <seconds> and|, [then] bring it back [again] [to] [the] [foreground]',
      'put|move|send the app in|into|to the background and|, [then] bring it back [again] after <seconds>',
    ],
    build: ({ seconds }) => perform('background', { seconds: atMost(seconds, longestBackgroundSeconds) }),
  }),
  verb({
    platforms: onPhones,
    description: 'Turns the phone.',
    examples: ['Rotate to landscape', 'Rotate the device to portrait'],
    patterns: [
      'rotate|turn [the] [device|phone|screen] to <orientation> [mode]',
      'switch to <orientation> [mode]',
    ],
    build: ({ orientation }) => perform('rotate', { orientation }),
  }),
];
