import { actionOf } from '../acting/catalogue.ts';
import { capital, wordsFor } from '../scene/wording.ts';
import { inQuotes } from '../scene/words.ts';
import { claimInWords } from './claim-words.ts';
import type { Instruction } from './instruction.ts';

/** What would be done, in one plain line. */
export function describe(instruction: Instruction): string {
  return capital(wordsOf(instruction));
}

function wordsOf(instruction: Instruction): string {
  switch (instruction.kind) {
    case 'open':
      return instruction.address === null ? 'open the site' : `open ${instruction.address}`;
    case 'perform':
      return actionOf(instruction.action).say(instruction.input);
    case 'check':
      return `check that ${claimInWords(instruction.claim)}`;
    case 'remember':
      return `remember ${wordsFor(instruction.target)} as {{${instruction.name}}}`;
    case 'transfer':
      return `enter the value of ${wordsFor(instruction.from)} into ${wordsFor(instruction.to)}`;
    case 'rest':
      return 'wait for the page to load';
    case 'screenshot':
      return instruction.name === null
        ? 'take a screenshot'
        : `take a screenshot named ${inQuotes(instruction.name)}`;
    case 'sequence':
      return instruction.steps.map(wordsOf).join(', then ') || 'do nothing';
    case 'repeat':
      return `${wordsOf(instruction.step)} ${instruction.times} times`;
    case 'until':
      return `${wordsOf(instruction.step)} until ${claimInWords(instruction.claim)}`;
    case 'if':
      return `if ${claimInWords(instruction.claim)}, ${wordsOf(instruction.step)}`;
    case 'timed':
      return `within ${instruction.seconds} seconds, ${wordsOf(instruction.step)}`;
  }
}
