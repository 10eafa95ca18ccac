import { notShown, shown } from '../checks/presence.ts';
import { atMost, everywhere, perform, type Shape } from '../shape.ts';

/** By the clock; more than a device would take. */
export const longestWaitSeconds = 60;

/** Waiting for something, or for some time. */
export const waitActs: readonly Shape[] = [
  {
    type: 'act',
    platforms: everywhere,
    description: 'Waits until a text or thing is there.',
    examples: [
      'Wait for "Order confirmed"',
      'Wait until the "Save" button is visible',
      'Wait for "Results" to appear',
    ],
    expressions: [
      'wait for/until {element}',
      'wait for/until {element} is visible/shown/displayed/present/there',
      'wait for/until {element} appears',
      'wait until you/i see {element}',
    ],
    build: (places) => ({ kind: 'check', check: shown(places.target()) }),
  },
  {
    type: 'act',
    platforms: everywhere,
    description: `Waits for a text or thing, for a time of your own (at most ${longestWaitSeconds} seconds).`,
    examples: ['Wait up to 30 seconds for "Done"', 'Wait at most 5 seconds until "Loaded" appears'],
    expressions: [
      'wait up to {seconds} for/until {element}',
      'wait at most {seconds} for/until {element}',
      'wait up to {seconds} for/until {element} appears',
      'wait at most {seconds} for/until {element} appears',
      'wait up to {seconds} for/until {element} is visible/shown/displayed',
    ],
    build: (places) => ({
      kind: 'check',
      check: shown(places.target()),
      timeoutMs: atMost(places.seconds(), longestWaitSeconds) * 1_000,
    }),
  },
  {
    type: 'act',
    platforms: everywhere,
    description: 'Waits until a text or thing is gone.',
    examples: [
      'Wait until "Loading…" disappears',
      'Wait for "Saving" to disappear',
      'Wait until the dialog is gone',
    ],
    expressions: [
      'wait for/until {element} disappears',
      'wait for/until {element} is gone/hidden',
      'wait for/until {element} is not visible/shown/displayed/there',
    ],
    build: (places) => ({ kind: 'check', check: notShown(places.target()) }),
  },
  {
    type: 'act',
    platforms: everywhere,
    description: `Waits by the clock, at most ${longestWaitSeconds} seconds. Rarely needed: steps wait by themselves.`,
    examples: ['Wait 2 seconds', 'Wait for 500 ms', 'Wait a second'],
    expressions: ['wait (for ){seconds}', 'pause (for ){seconds}', 'sleep (for ){seconds}'],
    build(places) {
      const seconds = atMost(places.seconds(), longestWaitSeconds);
      return { ...perform('wait_for', { seconds }), takesMs: seconds * 1_000 };
    },
  },
  {
    type: 'act',
    platforms: everywhere,
    description: 'Waits until requests under way are answered.',
    examples: ['Wait for the page to load', 'Wait until the page is loaded'],
    expressions: [
      'wait for the page/app/screen/site to load',
      'wait for the page/app/screen/site to finish loading',
      'wait until the page/app/screen/site is loaded/ready',
      'wait until the page/app/screen/site has loaded',
    ],
    build: () => ({ kind: 'rest' }),
  },
];
