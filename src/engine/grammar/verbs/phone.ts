import { perform } from '../instruction.ts';
import { placed } from '../parameter-kinds.ts';
import { atMost } from '../refused.ts';
import { onPhones, performOn, type Verb } from '../verb.ts';

const longestBackgroundSeconds = 60;

/** What only a phone can do. */
export const phoneVerbs: readonly Verb[] = [
  {
    platforms: onPhones,
    description: 'Presses a thing for a while.',
    examples: ['Long press "Photo 1"', 'Press and hold the "Delete" button'],
    patterns: [
      'long press|tap|click [on] <target>',
      'long-press|long-tap|long-click [on] <target>',
      'press|tap and hold [on] <target>',
    ],
    build: (places) => performOn('long_press', placed.target(places)),
  },
  {
    platforms: onPhones,
    description: 'Swipes over the screen, or over one thing.',
    examples: ['Swipe left', 'Swipe up on the "Photos" list item', 'Swipe "Message 1" to the left'],
    patterns: [
      'swipe [to] [the] <direction>',
      'swipe <direction> on|over|across <target>',
      'swipe <target> [to] [the] <direction>',
    ],
    build: (places) => {
      const target = placed.targetIfAny(places);
      const direction = placed.text(places, 'direction');
      return perform('swipe', { direction, ...(target !== undefined && { target }) });
    },
  },
  {
    platforms: onPhones,
    description: 'Leaves the app for the home screen.',
    examples: ['Go home', 'Press the home button', 'Go to the home screen'],
    patterns: ['go home', 'go to the home screen', 'press|tap|hit the home button'],
    build: () => perform('home'),
  },
  {
    platforms: onPhones,
    description: 'Puts the keyboard away.',
    examples: ['Hide the keyboard', 'Close the keyboard'],
    patterns: ['hide|close|dismiss the [on-screen] keyboard'],
    build: () => perform('hide_keyboard'),
  },
  {
    platforms: onPhones,
    description: 'Ends the app and starts it again.',
    examples: ['Relaunch the app', 'Restart the app', 'Close and reopen the app'],
    patterns: [
      'relaunch|restart|reopen the app|application',
      'close|kill and reopen|relaunch|restart the app|application',
    ],
    build: () => perform('relaunch'),
  },
  {
    platforms: onPhones,
    description: 'Puts the app in the background for a while.',
    examples: ['Put the app in the background for 5 seconds', 'Send the app to the background for 3 seconds'],
    patterns: [
      'put|move|send the app in|into|to the background for <seconds>',
      'background the app for <seconds>',
    ],
    build: (places) =>
      perform('background', { seconds: atMost(placed.count(places, 'seconds'), longestBackgroundSeconds) }),
  },
  {
    platforms: onPhones,
    description: 'Turns the phone.',
    examples: ['Rotate to landscape', 'Rotate the device to portrait'],
    patterns: [
      'rotate|turn [the] [device|phone|screen] to <orientation> [mode]',
      'switch to <orientation> [mode]',
    ],
    build: (places) => perform('rotate', { orientation: placed.text(places, 'orientation') }),
  },
];
