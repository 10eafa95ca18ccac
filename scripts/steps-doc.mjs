// Writes docs/steps.md from the grammar, or with --check compares it.
import { readFile, writeFile } from 'node:fs/promises';
import { assertions } from '../dist/pilots/steps/claims.js';
import { nounsWithRole } from '../dist/pilots/steps/nouns.js';
import { mostRepeated } from '../dist/pilots/steps/read-statement.js';
import { relationWords } from '../dist/pilots/steps/relations.js';
import { longestPhrase } from '../dist/pilots/steps/tokens.js';
import { maxSentences } from '../dist/pilots/steps/understand.js';
import { longestWaitSeconds } from '../dist/pilots/steps/verbs/waits.js';
import { verbs } from '../dist/pilots/steps/vocabulary.js';

const path = new URL('../docs/steps.md', import.meta.url);
const text = document();

if (process.argv.includes('--check')) {
  const committed = await readFile(path, 'utf8').catch(() => '');
  if (committed !== text) {
    process.stderr.write(
      'docs/steps.md is not what the grammar says: run "node scripts/steps-doc.mjs" and commit it.\n',
    );
    process.exit(1);
  }
} else {
  await writeFile(path, text);
}

function document() {
  return `# Steps in plain sentences

A prompt, or a stored test, is a list of sentences. Those below are understood without a language model and cost nothing.
A sentence that is not understood is refused before anything runs, with the word at which it stopped making sense and sentences that would be understood; nothing is guessed.
\`gantry steps read 'Click "Save"'\` and \`POST /steps/read\` say what a sentence would do, and run nothing. With \`GANTRY_MODEL\` set, sentences that are not understood go to the model, and only those.

This page is written from the grammar in \`src/pilots/steps\` by \`scripts/steps-doc.mjs\`.

## How a sentence is built

\`\`\`text
If "Accept cookies" is visible, click the second "OK" button in the dialog 3 times within 10 seconds
───────── condition ─────────── verb ─────── target ─────── relation  repetition  ──── time ────
\`\`\`

Each part goes with each of the others. Only the verb, or what must be so, is needed.

| part | for example | |
|---|---|---|
| target | \`"Save"\`<br>\`the "Save" button\`<br>\`the Save button\`<br>\`the second "Delete" button\`<br>\`the last row\` | What a person sees of a thing: label, text, placeholder. A word for the kind narrows it. |
| relation | \`in the row "Alice"\`<br>\`in the first row\`<br>\`for "Alice"\`<br>\`next to "Total"\`<br>\`below "Name"\`<br>\`in the navigation\` | Where it is, by other things; several must all hold. Before the sentence, too: \`In the dialog, click "OK"\`. |
| repetition | \`3 times\`<br>\`twice\`<br>\`until "Post 45" is visible\` | At most ${mostRepeated} times. "Until" looks first, and after each time; it takes at most 60 seconds. |
| condition | \`If "Accept cookies" is visible, …\`<br>\`… if it is visible\` | Waits up to 3 seconds for it to be so. "It" is the thing of the condition. Only for what is done. |
| time | \`Within 30 seconds …\`<br>\`… within 30 seconds\`<br>\`Wait up to 30 seconds for …\` | At most ${longestWaitSeconds} seconds. |

**Relations**, in the words that mean them: ${relations()}.

**Kinds of things**: ${nounsWithRole().join(', ')}. Words such as message, text, icon or card say nothing about the kind.

**Names without quotes**: \`Click on the Login button\`, \`the username field\`. What they mean is settled on the screen, where exactly one thing must have them: \`the first name field\` is the field "first name", or else
the first of those called "name". Texts to type or to compare stand in quotes; numbers, amounts, dates, e-mail addresses and variables need none. That words without quotes are *not* there proves nothing, unless they say what they are: \`The Delete button is gone\`.

**Numbers**: \`3\`, \`three\`, \`exactly 3\`, \`at least 3\`, \`at most 3\`, \`no more than 3\`, \`more than 3\`, \`fewer than 3\`, \`between 2 and 5\`.

## How it is read

**Sentences** end with \`.\`, \`!\`, \`?\`, \`;\` or a line break, but not within quotes, addresses, numbers or file names. "… and click …", ", then see …" begin a new one, and so does "and" between two sentences that are each understood; a verb holds for what follows: \`Enter "a" as "User" and "b" as "Password"\`.
List signs (\`1.\`, \`-\`, \`*\`, \`•\`) and words that only lead up to a sentence (Given, When, Then, And, Next, Finally, Please, I, the user) are dropped. A line that ends with a colon is a heading, unless it fills in a form.
A run takes at most ${maxSentences} sentences, those of all stored steps of a test together; more are refused with \`STEP_NOT_UNDERSTOOD\`. A sentence has at most ${longestPhrase} characters without what is in quotes; a longer one is not understood.

**Quotes** hold what is written on the screen: \`"…"\`, \`'…'\`, \`“…”\`, \`‘…’\`, \`„…“\`, \`«…»\`, \`「…」\` or backticks. Quotes of another kind within them are part of the text; an apostrophe within a word is none. Letter case outside quotes does not matter.
Keys stand without quotes: \`Press Enter\` presses the key, \`Press "Enter"\` clicks what is called Enter.

**A name that fits several things** is an error that lists them. Names are compared without letter case, whole names before parts of them.

**Addresses**: \`/cart\` is a path on the run's \`targetUrl\`, or on the page that is open where the run has none. A host without a scheme is https, a local one http. In the browser the target is opened first, as a step of its own, unless the first sentence opens something.

**Variables** of the project stand as \`{{name}}\`, in quotes or without. They are filled in when a step is carried out; titles, summaries and errors keep the names of secret ones. A name that the project does not have ends the run before it begins.
\`Remember the order number as {{order}}\` makes one for the rest of the run. Made up for each run, and the same wherever they stand in it: \`{{random email}}\`, \`{{random text}}\`, \`{{random number}}\` (\`{{random email 2}}\` is another one), \`{{today}}\`, \`{{tomorrow}}\`, \`{{today + 3 days}}\`, \`{{today - 1 month as DD.MM.YYYY}}\`.

**Forms** may stand as a table or list below the sentence:

\`\`\`steps
Fill in the form with:
| Name | Ada    |
| City | London |
\`\`\`

**Waiting**: an action waits for its thing to be there. An assertion looks again and again until it holds or its time is up, and then fails with what was expected and what is there. What must *not* be there, and numbers of things, must stay so for a moment after the requests under way are answered, at most three seconds of them.

**Comparing texts**: white space, kinds of quotes and dashes, and invisible characters count for nothing. Letter case does not count either (the summary says so where it differs), except with \`exactly\`, for what a field holds, and for addresses. Only whole words and numbers count: "active" is not in "inactive", "$10" is not in "$100" or "$10.50", "5" is not in "-5". Where something is called "Total:", "Total: $40" is not in "Item total: $40".

**Verdict**: after a failed action the rest is skipped; after a failed assertion it goes on, and all are gathered. A stored step has a type (\`act\`, \`assert\`, \`screenshot\`), and its sentence must be of that type; any title will do for a screenshot. "Verify that", "Check that", "Make sure", "Expect", "I should" may go before every assertion. \`Check "Terms"\` ticks a box; \`Check that …\` asserts.

## Actions

${table(verbs.filter(({ type }) => type !== 'screenshot'))}

## Assertions

Each may be negated: \`does not\`, \`is not\`, \`should no longer\`, \`isn't\`.

${table(assertions)}

## Screenshots

Every step leaves a screenshot anyway.

${table(verbs.filter(({ type }) => type === 'screenshot'))}
`;
}

function table(entries) {
  const rows = entries.map(({ examples, description, platforms }) => {
    const said = examples.map((example) => `\`${example}\``).join('<br>');
    const where = placesOf(platforms);
    return `| ${said.replaceAll('|', '\\|')} | ${description} | ${where} |`;
  });
  return ['| for example | what it does | where |', '|---|---|---|', ...rows].join('\n');
}

function placesOf(platforms) {
  if (platforms.length === 3) return 'everywhere';
  if (platforms.includes('web')) return 'browser';
  return platforms.includes('ios') ? 'phones' : 'Android';
}

function relations() {
  return relationWords()
    .map(([kind, words]) => `*${kind}* (${words.join(', ')})`)
    .join('; ');
}
