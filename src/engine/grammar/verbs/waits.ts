import { type Instruction, perform } from '../instruction.ts';
import { atMost } from '../refused.ts';
import { everywhere, type Verb, verb } from '../verb.ts';

/** By the clock; more than a device would take. */
export const longestWaitSeconds = 300;

/** Waiting for something, or for some time. */
export const waitVerbs: readonly Verb[] = [
  verb({
    platforms: everywhere,
    description: 'Waits until requests under way are answered.',
    examples: ['Wait for the page to load', 'Wait until the page is loaded'],
    patterns: [
      'wait for the page|app|screen|site to load [completely|fully]',
      'wait for the page|app|screen|site to finish loading',
      'wait until|till the page|app|screen|site is [fully] loaded|ready',
      'wait until|till the page|app|screen|site has [fully] loaded',
      'wait until|till the page|app|screen|site loads',
      'the page|app|screen|site is [fully|completely] loaded|ready',
      'the page|app|screen|site has [fully|completely] loaded',
    ],
    build: () => ({ kind: 'rest' }),
  }),
  verb({
    platforms: everywhere,
    description: `Waits by the clock, at most ${longestWaitSeconds} seconds. Rarely needed: steps wait by themselves.`,
    examples: ['Wait 2 seconds', 'Wait for 500 ms', 'Wait a second'],
    patterns: ['wait|pause|sleep [for] <seconds>'],
    build: ({ seconds }) => perform('wait_for', { seconds: atMost(seconds, longestWaitSeconds) }),
  }),
  verb({
    platforms: everywhere,
    description: `Waits until something is so: any assertion, or a thing that comes; for a time of your own, at most ${longestWaitSeconds} seconds.`,
    examples: [
      'Wait for "Order confirmed"',
      'Wait until the "Save" button is enabled',
      'Wait for "Results" to appear',
      'Wait until "Loading…" disappears',
      'Wait for 3 rows',
      'Wait up to 30 seconds for "Done"',
      'Wait at most 5 seconds until "Loaded" appears',
    ],
    patterns: [
      'wait for|until|till <waited> for up to <seconds>',
      'wait for|until|till <waited> for at most <seconds>',
      'wait [for] up to <seconds> for|until|till <waited>',
      'wait [for] at most <seconds> for|until|till <waited>',
      'wait <seconds> for|until|till <waited>',
      'wait for|until|till <waited>',
    ],
    build({ waited, seconds }) {
      const step: Instruction = { kind: 'check', claim: waited };
      return seconds === undefined
        ? step
        : { kind: 'timed', seconds: atMost(seconds, longestWaitSeconds), step };
    },
  }),
];
