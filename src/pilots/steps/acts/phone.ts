import type { Target } from '../../../scene/target.ts';
import { atMost, onPhones, perform, type Shape } from '../shape.ts';

const longestBackgroundSeconds = 60;

/** What only a phone can do. */
export const phoneActs: readonly Shape[] = [
  {
    type: 'act',
    platforms: onPhones,
    description: 'Presses a thing for a while.',
    examples: ['Long press "Photo 1"', 'Press and hold the "Delete" button'],
    expressions: [
      'long press/tap/click (on ){target}',
      'long-press/long-tap (on ){target}',
      'press/tap and hold {target}',
    ],
    build: (places) => perform('long_press', { target: places.target() }),
  },
  {
    type: 'act',
    platforms: onPhones,
    description: 'Swipes over the screen, or over one thing.',
    examples: ['Swipe left', 'Swipe up on the "Photos" list item', 'Swipe left on "Message 1"'],
    expressions: [
      'swipe {direction}',
      'swipe {direction} on/over {target}',
      'swipe {target} {direction}',
      'swipe {target} to the {direction}',
    ],
    build: (places) =>
      perform('swipe', { direction: places.word('direction'), ...optionalTarget(places.target) }),
  },
  {
    type: 'act',
    platforms: onPhones,
    description: 'Leaves the app for the home screen.',
    examples: ['Go home', 'Press the home button', 'Go to the home screen'],
    expressions: ['go home', 'go to the home screen', 'press/tap/hit the home button'],
    build: () => perform('home'),
  },
  {
    type: 'act',
    platforms: onPhones,
    description: 'Puts the keyboard away.',
    examples: ['Hide the keyboard', 'Close the keyboard'],
    expressions: ['hide/close/dismiss the keyboard'],
    build: () => perform('hide_keyboard'),
  },
  {
    type: 'act',
    platforms: onPhones,
    description: 'Ends the app and starts it again.',
    examples: ['Relaunch the app', 'Restart the app', 'Close and reopen the app'],
    expressions: ['relaunch/restart/reopen the app/application', 'close and reopen the app/application'],
    build: () => perform('relaunch'),
  },
  {
    type: 'act',
    platforms: onPhones,
    description: 'Puts the app in the background for a while.',
    examples: ['Put the app in the background for 5 seconds', 'Send the app to the background for 3 seconds'],
    expressions: [
      'put/move/send the app in/into/to the background for {seconds}',
      'background the app for {seconds}',
    ],
    build(places) {
      const seconds = atMost(places.seconds(), longestBackgroundSeconds);
      return { ...perform('background', { seconds }), takesMs: seconds * 1_000 };
    },
  },
  {
    type: 'act',
    platforms: onPhones,
    description: 'Turns the phone.',
    examples: ['Rotate to landscape', 'Rotate the device to portrait'],
    expressions: [
      'rotate/turn to {orientation}',
      'rotate/turn the device/phone/screen to {orientation}',
      'switch to {orientation}',
      'switch to {orientation} mode',
    ],
    build: (places) => perform('rotate', { orientation: places.word('orientation') }),
  },
];

function optionalTarget(target: () => Target): { target?: Target } {
  const found = target();
  return Object.keys(found).length === 0 ? {} : { target: found };
}
