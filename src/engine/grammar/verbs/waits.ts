import { type Claim, type Instruction, perform } from '../instruction.ts';
import { placed } from '../parameter-kinds.ts';
import type { ParameterValues } from '../pattern.ts';
import { atMost } from '../refused.ts';
import { everywhere, type Verb } from '../verb.ts';

/** By the clock; more than a device would take. */
export const longestWaitSeconds = 60;

/** Waiting for something, or for some time. */
export const waitVerbs: readonly Verb[] = [
  {
    platforms: everywhere,
    description: 'Waits until requests under way are answered.',
    examples: ['Wait for the page to load', 'Wait until the page is loaded'],
    patterns: [
      'wait for the page|app|screen|site to load [completely|fully]',
      'wait for the page|app|screen|site to finish loading',
      'wait until|till the page|app|screen|site is [fully] loaded|ready',
      'wait until|till the page|app|screen|site has [fully] loaded',
      'wait until|till the page|app|screen|site loads',
    ],
    build: () => ({ kind: 'rest' }),
  },
  {
    platforms: everywhere,
    description: `Waits by the clock, at most ${longestWaitSeconds} seconds. Rarely needed: steps wait by themselves.`,
    examples: ['Wait 2 seconds', 'Wait for 500 ms', 'Wait a second'],
    patterns: ['wait|pause|sleep [for] <seconds>'],
    build: (places) =>
      perform('wait_for', { seconds: atMost(placed.count(places, 'seconds'), longestWaitSeconds) }),
  },
  {
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
    build: waiting,
  },
];

function waiting(places: ParameterValues): Instruction {
  const step: Instruction = { kind: 'check', claim: places.get('waited') as Claim };
  if (!places.has('seconds')) return step;
  return { kind: 'timed', seconds: atMost(placed.count(places, 'seconds'), longestWaitSeconds), step };
}
