// Writes docs/steps.md from the vocabulary, or with --check compares it.
import { readFile, writeFile } from 'node:fs/promises';
import { longestWaitSeconds } from '../dist/pilots/steps/acts/waits.js';
import { longestPhrase } from '../dist/pilots/steps/match.js';
import { maxSentences } from '../dist/pilots/steps/understand.js';
import { vocabulary } from '../dist/pilots/steps/vocabulary.js';
import { roleWords } from '../dist/pilots/steps/words.js';

const path = new URL('../docs/steps.md', import.meta.url);
const text = document();

if (process.argv.includes('--check')) {
  const committed = await readFile(path, 'utf8').catch(() => '');
  if (committed !== text) {
    process.stderr.write(
      'docs/steps.md is not what the vocabulary says: run "node scripts/steps-doc.mjs" and commit it.\n',
    );
    process.exit(1);
  }
} else {
  await writeFile(path, text);
}

function document() {
  return `# Steps in plain sentences

A prompt, or a stored test, is a list of sentences. Those below are understood without a language model and cost nothing.
A sentence that is not understood is refused before anything runs, with the three nearest of these; nothing is guessed.
With \`GANTRY_MODEL\` set, such sentences go to the model, and only those.

This page is written from the table in \`src/pilots/steps\` by \`scripts/steps-doc.mjs\`.

## How it is read

**Sentences** end with \`.\`, \`!\`, \`?\`, \`;\` or a line break, but not within quotes, addresses, numbers or file names. "… and click …", ", then see …" begin a new one, and so does "and" between two sentences that are each understood.
List signs (\`1.\`, \`-\`, \`*\`, \`•\`) and words that only lead up to a sentence (Given, When, Then, And, Next, Finally, Please, I, the user) are dropped. A line that ends with a colon is a heading.
A run takes at most ${maxSentences} sentences, those of all stored steps of a test together; more are refused with \`STEP_NOT_UNDERSTOOD\`. A sentence has at most ${longestPhrase} characters without what is in quotes; a longer one is not understood.

**Quotes** hold what is written on the screen: \`"…"\`, \`'…'\`, \`“…”\`, \`‘…’\`, \`„…“\`, \`«…»\`, \`「…」\` or backticks. Quotes of another kind within them are part of the text; an apostrophe within a word is none. Letter case outside quotes does not matter.
Keys stand without quotes: \`Press Enter\` presses the key, \`Press "Enter"\` clicks what is called Enter.

**Things** are named by what a person sees: label, text, placeholder. A word for the kind narrows it: \`the "Save" button\`, \`the field "Email"\`. Of several, say which: \`the second "Delete" button\`, \`the last row\`, or where: \`the "Delete" button in the row "Alice"\` (or section, dialog, form, card, list item …).
A name that fits several things is an error that lists them. Names are compared without letter case, whole names before parts of them. Kinds: ${kinds()}.

**Addresses**: \`/cart\` is a path on the run's \`targetUrl\`, or on the page that is open where the run has none. A host without a scheme is https, a local one http. In the browser the target is opened first, as a step of its own, unless the first sentence opens something.

**Variables** of the project stand as \`{{name}}\`, in quotes or without. They are filled in when a step is carried out; titles, summaries and errors keep the names of secret ones. A name that the project does not have ends the run before it begins.

**Waiting**: an action waits for its thing to be there. An assertion looks again and again until it holds or its time is up, and then fails with what was expected and what is there. What must *not* be there, and numbers of things, must stay so for a moment after the requests under way are answered, at most three seconds of them.

**Comparing texts**: white space, kinds of quotes and dashes, and invisible characters count for nothing. Letter case does not count either (the summary says so where it differs), except with \`exactly\`, for what a field holds, and for addresses. Only whole words and numbers count: "active" is not in "inactive", "$10" is not in "$100" or "$10.50", "5" is not in "-5". Where something is called "Total:", "Total: $40" is not in "Item total: $40".

**Verdict**: after a failed action the rest is skipped; after a failed assertion it goes on, and all are gathered. A stored step has a type (\`act\`, \`assert\`, \`screenshot\`), and its sentence must be of that type; any title will do for a screenshot. "Verify that", "Check that", "Make sure", "Expect", "I should" may go before every assertion. \`Check "Terms"\` ticks a box; \`Check that …\` asserts.

## Actions

${table('act')}

A step waits at most ${longestWaitSeconds} seconds by the clock.

## Assertions

${table('assert')}

## Screenshots

Every step leaves a screenshot anyway.

${table('screenshot')}
`;
}

function table(type) {
  const rows = vocabulary
    .filter((shape) => shape.type === type)
    .map(({ examples, description, platforms }) => {
      const said = examples.map((example) => `\`${example}\``).join('<br>');
      return `| ${said.replaceAll('|', '\\|')} | ${description} | ${where(platforms)} |`;
    });
  return ['| for example | what it does | where |', '|---|---|---|', ...rows].join('\n');
}

function where(platforms) {
  if (platforms.length === 3) return 'everywhere';
  return platforms.includes('web') ? 'browser' : 'phones';
}

function kinds() {
  const words = Object.keys(roleWords).filter((word) => roleWords[word] !== null);
  return words.join(', ');
}
