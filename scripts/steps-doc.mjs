// Writes docs/steps.md and docs/grammar.txt from the grammar, or with --check compares them.
import { readFile, writeFile } from 'node:fs/promises';
import { assertions } from '../dist/engine/checks/claims.js';
import { grammar } from '../dist/engine/grammar/grammar.js';
import { nounsWithRole } from '../dist/engine/grammar/nouns.js';
import { relationWords } from '../dist/engine/grammar/relations.js';
import { mostRepeated } from '../dist/engine/grammar/step-rules.js';
import { longestPhrase } from '../dist/engine/grammar/tokens.js';
import { maxSentences } from '../dist/engine/grammar/understand.js';
import { longestWaitSeconds } from '../dist/engine/grammar/verbs/waits.js';
import { verbs } from '../dist/engine/grammar/vocabulary.js';

const pages = [
  ['docs/steps.md', document()],
  ['docs/grammar.txt', rules()],
];
const isCheck = process.argv.includes('--check');
for (const [name, text] of pages) {
  const path = new URL(`../${name}`, import.meta.url);
  if (!isCheck) await writeFile(path, text);
  else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
    process.stderr.write(
      `${name} is not what the grammar says: run "node scripts/steps-doc.mjs" and commit it.\n`,
    );
    process.exitCode = 1;
  }
}

/** Every rule; those of single verbs and assertions are entries of their own and only counted. */
function rules() {
  const ofVerbs = /^agains?-/;
  const ofVocabulary = new Set(['act', 'doing', 'claim', 'pred', 'elided']);
  const all = new Map(grammar.rules().map((one) => [one.symbol, one]));
  // From the sentence down to its words.
  const found = new Set(['sentence']);
  for (const symbol of found)
    for (const body of all.get(symbol)?.bodies ?? [])
      for (const [, inner] of body.matchAll(/<(?:[\w-]+:)?([\w-]+)>/g)) found.add(inner);
  const shown = [...found].flatMap((symbol) => (ofVerbs.test(symbol) ? [] : (all.get(symbol) ?? [])));
  const width = Math.max(...shown.map(({ symbol }) => symbol.length));
  const lines = shown.flatMap(({ symbol, bodies }) => {
    const said = ofVocabulary.has(symbol)
      ? [`… ${bodies.length} from src/engine/${/^(?:act|doing)$/.test(symbol) ? 'grammar/verbs' : 'checks'}`]
      : [...new Set(bodies.map((body) => body.replaceAll(/(agains)[:-][\w-]+/g, '$1')))];
    return said.map(
      (body, at) => `${(at === 0 ? symbol : '').padEnd(width)} ${at === 0 ? '=' : '|'} ${body}`,
    );
  });
  return `What a sentence may be. <place> is a symbol or a word of terminals.ts, [word] may be left out, one|other stands for either.\n\n${lines.join('\n')}\n`;
}

function document() {
  return `# Steps in plain sentences

A prompt, or a stored test, is a list of sentences. Those below work without a language model and cost nothing.
If Gantry does not understand a sentence, it refuses it before anything runs, with the word that it did not understand and the nearest sentences that it would. It never guesses.
\`gantry steps read 'Click "Save"'\` and \`POST /steps/read\` show what a sentence would do, without running it. If \`GANTRY_MODEL\` is set, the model gets the sentences that Gantry does not understand, and only those.

This page is generated from the grammar in \`src/engine/grammar\` by \`scripts/steps-doc.mjs\`.

## How a sentence is built

\`\`\`text
If "Accept cookies" is visible, click the second "OK" button in the dialog 3 times within 10 seconds
───────── condition ─────────── verb ─────── target ─────── relation  repetition  ──── time ────
\`\`\`

You can combine all parts. Only the verb, or the check, is required.

| part | for example | |
|---|---|---|
| target | \`"Save"\`<br>\`the "Save" button\`<br>\`the Save button\`<br>\`the second "Delete" button\`<br>\`the last row\` | What a person sees of an element: label, text, placeholder. A word for the kind narrows it. |
| relation | \`in the row "Alice"\`<br>\`in the first row\`<br>\`for "Alice"\`<br>\`next to "Total"\`<br>\`below "Name"\`<br>\`in the navigation\` | Where the target is, relative to other elements. If there are several relations, all must hold. Also before the sentence: \`In the dialog, click "OK"\`. |
| repetition | \`3 times\`<br>\`twice\`<br>\`until "Post 45" is visible\` | At most ${mostRepeated} times. "Until" checks before the first and after each repetition, for at most 60 seconds. |
| condition | \`If "Accept cookies" is visible, …\`<br>\`… if it is visible\` | Waits up to 3 seconds for the condition. "It" is the element of the condition. Only for actions. |
| time | \`Within 30 seconds …\`<br>\`… within 30 seconds\`<br>\`Wait up to 30 seconds for …\` | At most ${longestWaitSeconds} seconds. |

**Relations**, in the words that mean them: ${relations()}.

**Kinds of things**: ${nounsWithRole().join(', ')}. Words such as message, text, icon or card say nothing about the kind.

**By the letter, or a description**: a name in quotes, a number, an address, a key and a kind that is unique as such (\`the search field\`) are taken by the letter. A name without quotes is a description, and a reading shows it between asterisks: \`Click on the Login button\` is read as \`Click the *Login* button\`.
A description names the one element that is called so: all of its name, whatever the letter case, an article, singular or plural; \`the first name field\` is the field "first name", otherwise the first field called "name". If no element or several are called so, the run ends with \`STEP_NOT_UNDERSTOOD\` and without a verdict: put the exact words in quotes, or set a model. A description never fails a test, and never holds because it is part of a text; in a condition as well it must name one element.
Put texts to type or compare in quotes; numbers, amounts, dates, e-mail addresses and variables need none. Words that only describe something ("a helpful error", "the submitted form", "she") are refused before anything runs.

**Referring back**: \`it\`, \`them\`, \`its value\` and \`the last one\` mean the element that was named last, also in the sentence before.

**Numbers**: \`3\`, \`three\`, \`exactly 3\`, \`at least 3\`, \`at most 3\`, \`no more than 3\`, \`more than 3\`, \`fewer than 3\`, \`between 2 and 5\`.

## How it is read

**Sentences** end with \`.\`, \`!\`, \`?\`, \`;\` or a line break, but not within quotes, addresses, numbers or file names. "… and click …", ", then see …" begin a new sentence, and so does "and" between two sentences that Gantry understands separately. A verb also applies to what follows: \`Enter "a" as "User" and "b" as "Password"\`.
List signs (\`1.\`, \`-\`, \`*\`, \`•\`) and introductory words (Given, When, Then, And, Next, Finally, Please, I, the user) are dropped. A line that ends with a colon is a heading, unless it fills in a form.
A run takes at most ${maxSentences} sentences, counting all stored steps of a test; more are refused with \`STEP_NOT_UNDERSTOOD\`. A sentence has at most ${longestPhrase} characters outside quotes; a longer one is not understood. If a prompt takes too much to read, Gantry refuses the sentences behind that and asks you to make several tests of it; 20,000 characters of usual sentences are read.

**A misspelled word** is refused, with the sentence put right: \`Click "Save" untill …\` is answered with \`until\`. This is so even if the sentence could be read: \`Click the Save buton\` could also mean something called "Save buton". Put a name in quotes if it really contains such a word.

**Quotes** contain text as it is on the screen: \`"…"\`, \`'…'\`, \`“…”\`, \`‘…’\`, \`„…“\`, \`«…»\`, \`「…」\` or backticks. Quotes of another kind within them are part of the text; an apostrophe within a word is not a quote. Letter case outside quotes does not matter.
Write keys without quotes: \`Press Enter\` presses the key, \`Press "Enter"\` clicks the element called Enter.

**A name that fits several things** is an error that lists them. Names are compared without letter case, whole names before parts of them.

**Addresses**: \`/cart\` is a path on the run's \`targetUrl\`, or on the open page if the run has none. A host without a scheme is https, a local host http. In the browser, Gantry opens the target first, as a separate step, unless the first sentence opens something.

**Variables** of the project are written \`{{name}}\`, with or without quotes. Gantry fills them in when it executes a step; titles, summaries and errors keep the names of secrets. If the project does not have a variable, the run ends before it begins.
\`Remember the order number as {{order}}\` makes a variable for the rest of the run. Gantry generates these values for each run, and they are the same in all its sentences: \`{{random email}}\`, \`{{random text}}\`, \`{{random number}}\` (\`{{random email 2}}\` is another one), \`{{today}}\`, \`{{tomorrow}}\`, \`{{today + 3 days}}\`, \`{{today - 1 month as DD.MM.YYYY}}\`.

**Forms** may stand as a table or list below the sentence:

\`\`\`steps
Fill in the form with:
| Name | Ada    |
| City | London |
\`\`\`

**Waiting**: an action waits for its thing to be there. An action that writes, chooses or ticks reads afterwards what the field holds: it fails if the field took nothing, and its summary says so if the field holds another text than was given, such as a part of it. Punctuation, spaces and letter case that the field adds do not count. An assertion looks again and again until it holds or its time is up, and then fails with what was expected and what is there. What must *not* be there, and numbers of things, must stay so for a moment after the requests under way are answered, at most three seconds of them. What must be there also counts if it stood there for a second since the last action and has gone since, such as a message that shows for a moment; but not if the page showed it before the server answered, or took it back when it did.

**Comparing texts**: white space, kinds of quotes and dashes, and invisible characters do not count. Letter case does not count either (the summary says if it differs), except with \`exactly\`, for the content of a field, and for addresses. Only whole words and numbers count: "active" is not in "inactive", "$10" is not in "$100" or "$10.50", "5" is not in "-5". If something is called "Total:", "Total: $40" is not in "Item total: $40".

**Verdict**: after a failed action Gantry skips the rest; after a failed assertion it continues and collects all failures. A stored step has a type (\`act\`, \`assert\`, \`screenshot\`), and its sentence must be of that type; a screenshot may have any title. "Verify that", "Check that", "Make sure", "Expect", "I should" may go before every assertion. \`Check "Terms"\` ticks a box; \`Check that …\` asserts.

## Actions

${table(verbs.filter(({ type }) => type !== 'screenshot'))}

## Assertions

You can negate each assertion: \`does not\`, \`is not\`, \`should no longer\`, \`isn't\`.

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
