const filled = (part: string) => (length: number) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);
const numbered = (sentence: (at: number) => string) => (length: number) => {
  const sentences = Array.from({ length: Math.ceil(length / 40) }, (_, at) => sentence(at).padEnd(38, 'x'));
  return sentences.join('. ').slice(0, length);
};
/** Each line as long as a sentence may be. */
const linesOf = (lead: string, part: string) => {
  const line = `${lead}${part.repeat(500)}`.slice(0, 490);
  return filled(`${line}\n`);
};

/** Prompts that are slow to read, by what they are made of, each of a length. */
export const worstPrompts: Readonly<Record<string, (length: number) => string>> = {
  'two kinds of quotes that never close': filled(`"'a `),
  'every kind of quote': filled(`"'a“b„c«d»e‹f‘g‚h「i\`j `),
  'quotes that two others may close': filled('„a '),
  'low quotes': filled('‚a '),
  'quotes alone': filled('“'),
  'apostrophes alone': filled("'"),
  'escaped quotes': filled('"\\'),
  backslashes: filled('\\'),
  'tiny sentences': filled('a. '),
  'tiny sentences without blanks': filled('点。'),
  'tiny steps': filled('Click "a". '),
  'dots and blanks': filled('. '),
  'one endless word': filled('a'),
  'opening braces': filled('{{'),
  'variables in one word': filled('{{a}}'),
  'braces that never close': filled('{{ a '),
  'combining marks': (length) => `e${filled('\u0301\u0323')(length - 1)}`,
  ands: filled('and '),
  'steps joined by and': filled('click the a and '),
  commas: filled(', '),
  'punctuation before a letter': (length) => `${filled('.,;!?:)')(length - 1)}a`,
  'blanks before a letter': (length) => `${filled(' ')(length - 1)}a`,
  'line breaks and blanks': filled(' \n'),
  bullets: filled('1. '),
  'words that lead up to a sentence': filled('then '),
  'words that may be schemes': filled('a+'),
  'words that may be hosts': filled('a.'),
  'addresses without end': filled('a://'),
  abbreviations: filled('e.g. '),
  'a list of texts': (length) => `see ${filled('"a", ')(length - 4)}`,
  'clauses that are steps but for the last': filled('"a" is enabled and '),
  'sentences of many clauses': filled('Make sure that a, b, c, d, e, f, g, h, i. '),
  'leading places': filled('in the row "a", '),
  'verbs of assertions': filled('is '),
  'assertions about too much': numbered(() => 'a is b is c is d is e is f is g'),
  'places in places': numbered((at) => `Click a${at} in the b in the c in the d of e`),
  'names without quotes': numbered((at) => `Click the Add to cart ${at} of us link`),
  conditions: numbered((at) => `If "A${at}" is visible, then click it`),
  repetition: numbered((at) => `Click "A${at}" 3 times until b is c`),
  'steps of the vocabulary': numbered((at) => `See the text "B${at}" in the row "R${at}"`),
  'conditions without end': linesOf('If ', 'a is b, '),
  'times without end': linesOf('Wait for ', 'a until b is '),
  'places before nothing': linesOf('', 'in the row "a", '),
  'ways to cut a sentence in two': linesOf('Drag ', 'to '),
  'waits for much at once': linesOf('Wait until ', '"a" is visible and '),
  'conditions of two': numbered((at) => `If "A${at}" is visible and "B" is c, click it`),
  'assertions of several things at once': numbered((at) => `"A${at}" is visible and contains "b", is c`),
  'names that may be relations': numbered((at) => `Click the a in b on c of d for e from f${at}`),
  'assertions about places': numbered((at) => `The a of b in c on d${at} shows the e of f`),
  'sentences that are nearly steps': numbered((at) => `Click the ${at} thing in the "row ${at}"`),
};
