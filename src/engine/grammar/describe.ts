import type { Input } from '../acting/action.ts';
import { actionOf } from '../acting/catalogue.ts';
import { claimInWords } from '../checks/claims.ts';
import { thingsInWords } from '../checks/number.ts';
import { capital, wordsFor } from '../scene/wording.ts';
import { inQuotes } from '../scene/words.ts';
import type { Instruction } from './instruction.ts';

/** What would be done, in one plain line. */
export function describe(instruction: Instruction): string {
  return capital(wordsOf(instruction));
}

function paceInWords({ times, every }: { readonly times?: number; readonly every?: number }): string {
  return `${every === undefined ? '' : ` every ${every} seconds`}${times === undefined ? '' : ` at most ${times} times`}`;
}

function eachInWords({ things, first, action, input }: Extract<Instruction, { kind: 'each' }>): string {
  const verb = action === 'check' && input.checked === false ? 'uncheck' : action;
  const which = first === null ? 'all' : `the first ${first}`;
  const keys = Array.isArray(input.modifiers) ? ` while holding ${input.modifiers.join('+')}` : '';
  return `${verb} ${which} ${thingsInWords(things)}${keys}`;
}

function wordsOf(instruction: Instruction): string {
  switch (instruction.kind) {
    case 'open':
      return instruction.address === null ? 'open the site' : `open ${instruction.address}`;
    case 'perform':
      return instruction.described === true
        ? withStars(actionOf(instruction.action).say(instruction.input), instruction.input)
        : actionOf(instruction.action).say(instruction.input);
    case 'check':
      return `check that ${claimInWords(instruction.claim)}`;
    case 'remember':
      return `remember ${instruction.isNumber === true ? 'the number in ' : ''}${wordsFor(instruction.target)} as {{${instruction.name}}}`;
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
      return `${wordsOf(instruction.step)}${paceInWords(instruction)} until ${claimInWords(instruction.claim)}`;
    case 'if':
      return `if ${claimInWords(instruction.claim)}, ${wordsOf(instruction.step)}${
        instruction.otherwise === undefined ? '' : `, otherwise ${wordsOf(instruction.otherwise)}`
      }`;
    case 'each':
      return eachInWords(instruction);
    case 'unless':
      return `unless ${claimInWords(instruction.claim)}, ${wordsOf(instruction.step)}`;
    case 'lasting':
      return `check that ${claimInWords(instruction.claim)} for at least ${instruction.seconds} seconds`;
    case 'timed':
      return `within ${instruction.seconds} seconds, ${wordsOf(instruction.step)}`;
  }
}

/** What is chosen stands between asterisks where it was not in quotes. */
function withStars(words: string, { option, more = [] }: Input): string {
  const chosen = [option, ...(Array.isArray(more) ? more : [])].map(String);
  return chosen.reduce((told, name) => told.replace(inQuotes(name), `*${name}*`), words);
}
