import { inWords } from '../checks/absence.ts';
import { fileInWords } from '../checks/files.ts';
import { relationsInWords } from '../scene/wording.ts';
import { inQuotes } from '../scene/words.ts';
import type { Claim } from './instruction.ts';
import { pluralOf } from './nouns.ts';
import { rangeInWords } from './range-words.ts';

const words = {
  is: ['is', 'is not'],
  contains: ['contains', 'does not contain'],
  'starts with': ['starts with', 'does not start with'],
  'ends with': ['ends with', 'does not end with'],
} as const;

const fileWords = { ...words, is: ['has the text', 'does not have the text'] } as const;

/** A claim as a sentence that would be read as it: `the "Save" button is enabled`. */
export function claimInWords(claim: Claim): string {
  const is = claim.not === true ? 'is not' : 'is';
  const form = claim.not === true ? 1 : 0;
  switch (claim.claim) {
    case 'shown':
      return `${inWords(claim.target)} ${is} shown`;
    case 'exactly':
      return `the page ${words.contains[form]} exactly ${inQuotes(claim.text)}`;
    case 'part':
      return `nothing says ${inQuotes(claim.text)}`;
    case 'times':
      return `${inQuotes(claim.text)} is shown ${rangeInWords(claim.range)} times`;
    case 'number': {
      const { name, role = 'thing', where } = claim.things;
      const kind = `${name === undefined ? '' : `${inQuotes(name)} `}${pluralOf(role)}`;
      return `there are ${rangeInWords(claim.range)} ${kind}${relationsInWords(where, inWords)}`;
    }
    case 'state':
      return `${inWords(claim.target)} ${is} ${claim.state}`;
    case 'holds':
      return `${inWords(claim.target)} ${words[claim.comparison][form]} ${inQuotes(claim.text)}`;
    case 'amount':
      return `${inWords(claim.target)} is ${claim.comparison} ${claim.number}`;
    case 'chosen':
      return `${inQuotes(claim.option)} ${is} selected in ${inWords(claim.target)}`;
    case 'sorted':
      return `${claim.where === undefined ? 'the rows are' : `${inWords(claim.where)} is`} sorted by ${inQuotes(claim.by)}${claim.descending ? ' in descending order' : ''}`;
    case 'page':
      return `the ${claim.part === 'title' ? 'page title' : 'address'} ${words[claim.comparison][form]} ${inQuotes(claim.text)}`;
    case 'accessible':
      return `the page has no ${claim.impact === 'minor' ? '' : `${claim.impact} `}accessibility issues`;
    case 'looks': {
      const as = claim.name === null ? 'as before' : `like ${inQuotes(claim.name)}`;
      const except = claim.except === undefined ? '' : ` except ${claim.except.map(inWords).join(' and ')}`;
      return `the page looks ${as}${except}`;
    }
    case 'downloaded':
      if (claim.file === null) return `${claim.not === true ? 'no' : 'a'} file is downloaded`;
      return `${fileInWords(claim.file)} ${is} downloaded`;
    case 'file empty':
      return `${fileInWords(claim.file)} ${is} empty`;
    case 'file text':
      return `${fileInWords(claim.file)} ${fileWords[claim.comparison][form]} ${inQuotes(claim.text)}`;
    case 'file line':
      return `${fileInWords(claim.file)} ${words.contains[form]} the line ${inQuotes(claim.text)}`;
    case 'file lines':
      return `${fileInWords(claim.file)} has ${rangeInWords(claim.range)} lines`;
    case 'all':
      return claim.of.map(claimInWords).join(' and ');
    case 'any':
      return claim.of.map(claimInWords).join(' or ');
  }
}
