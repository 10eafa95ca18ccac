import { placedIn, type Target } from '../../scene/target.ts';
import { type Instruction, perform } from '../instruction.ts';
import { typableRoles } from '../thing-rules.ts';
import {
  everywhere,
  oneAfterTheOther,
  onWeb,
  performOn,
  targetsOf,
  type Verb,
  verb,
  withEach,
} from '../verb.ts';

const searchField: Target = {
  name: 'search',
  role: 'field',
  or: [{ role: 'search field' }],
};

/** A field that is called so, or the search field of what is. */
function searchFieldOf({ or: _, ...named }: Target): Target {
  if (named.role !== undefined && typableRoles.has(named.role)) return named;
  const inside = placedIn({ role: 'search field', ...(named.where && { where: named.where }) }, named);
  if (named.role !== undefined) return inside;
  return { ...named, role: 'field', or: [{ ...named, role: 'search field' }, inside] };
}

const userField: Target = {
  name: 'username',
  role: 'field',
  or: ['user name', 'user', 'email', 'e-mail', 'email address', 'login'].map((name) => ({
    name,
    role: 'field',
  })),
};
const passwordField: Target = { name: 'password', role: 'field' };
const loginButton: Target = {
  name: 'log in',
  role: 'button',
  or: ['login', 'sign in', 'signin', 'log on', 'continue', 'submit'].map((name) => ({
    name,
    role: 'button',
  })),
};

const inWays = (...names: string[]): Target => {
  const [first, ...others] = names.map((name) => ({ name, role: 'button' as const }));
  return { ...first, or: others };
};
const submitButton = inWays('submit', 'submit form', 'submit the form', 'send');
const orderButton = inWays('place order', 'place the order', 'place your order', 'place my order');

/** What is done with fields. */
export const fieldVerbs: readonly Verb[] = [
  verb({
    platforms: everywhere,
    description: 'Writes behind what a field holds.',
    examples: ['Append " and more" to "Notes"', 'Add "!" to the text in "Title"'],
    patterns: ['append <text> to <target>', 'add <text> to [the] text|value|content in|of <target>'],
    build: ({ target, text }) => typing(target, text, { replace: false }),
  }),
  verb({
    platforms: everywhere,
    description: 'Writes behind what a field holds, without clearing it.',
    examples: ['Type "abc" into "Notes" without clearing it'],
    patterns: [
      'type|enter|input|write [the] [text|value] <text> in|into|to <target> without clearing|emptying|deleting|overwriting|replacing it [first|before]',
      'type|enter|input|write [the] [text|value] <text> in|into|to <target> without clearing|deleting|overwriting|replacing the|its [current|existing|old|present] text|value|content|contents',
      'type|enter|input|write [the] [text|value] <text> in|into|to <target> without clearing the field [first|before]',
    ],
    build: ({ target, text }) => typing(target, text, { replace: false }),
  }),
  verb({
    platforms: everywhere,
    description: 'Writes into a field in place of what it holds.',
    examples: ['Replace the content of "Notes" with "abc"', 'Overwrite "Title" with "Report"'],
    patterns: [
      'replace [the] [current|whole|entire|existing|old] text|value|content|contents of|in <target> with|by <text>',
      'overwrite [the] [current|whole|entire|existing|old] text|value|content|contents of|in <target> with <text>',
      'overwrite <target> with [the] [text|value] <text>',
    ],
    build: ({ target, text }) => typing(target, text),
  }),
  verb({
    platforms: everywhere,
    description: 'Checks what a field holds before, and then sets it to something else.',
    examples: ['Change "Status" from "Open" to "Closed"', 'Change the value of "Retries" from 3 to 5'],
    patterns: ['set|change|update|switch|edit [the] [value] [of] <target> from <was:text> to <text>'],
    build: ({ target, was, text }) =>
      oneAfterTheOther([
        { kind: 'check', claim: { claim: 'holds', target, comparison: 'is', text: was } },
        setting(target, text),
      ]),
  }),
  verb({
    platforms: everywhere,
    description: 'Makes sure that a field is empty, and does nothing to it.',
    examples: ['Leave "Middle name" empty', 'Leave the "Notes" field blank'],
    patterns: ['leave|keep <several> empty|blank', 'leave|keep <target> empty|blank'],
    build: (places) =>
      withEach(targetsOf(places), (target) => ({
        kind: 'check',
        claim: { claim: 'state', target, state: 'empty' },
      })),
  }),
  verb({
    platforms: onWeb,
    description: 'Leaves the field that has the focus, or the one that is named, by the Tab key.',
    examples: ['Leave the field', 'Leave the "Email" field', 'Move the focus out of "Email"'],
    patterns: [
      'leave|blur|exit the|this [input|text] field|box',
      'leave|exit <typable>',
      'blur <target>',
      'tab out of the|this [input|text] field|box',
      'tab out of <target>',
      'move|take [the] focus out|away of|from <target>',
      'remove [the] focus from <target>',
    ],
    build: ({ typable, target = typable }) =>
      perform('press', { key: 'Tab', ...(target !== undefined && { target }) }),
  }),
  verb({
    platforms: everywhere,
    description: 'Fills in several fields.',
    examples: [
      'Fill in the form with: Name "Ada", City "London"',
      'Fill the form with "Name" "Ada" and "City" "London"',
      'Enter the username "ada" and the password "secret" into the fields',
    ],
    patterns: [
      'fill|complete [in|out] [the] [following] form|fields|details [with] [:] <pairs>',
      'enter|type|fill [in] <pairs> in|into the [text|input] fields|form|boxes|inputs',
    ],
    build: ({ pairs }) => ({
      kind: 'sequence',
      steps: pairs.map(([target, text]) => typing(target, text)),
    }),
  }),
  verb({
    platforms: everywhere,
    description: 'Writes into a field what another holds, or what stands at a name.',
    examples: ['Enter the value of "Total" into the "Amount" field'],
    patterns: ['enter|type|input|write|put [in] the value|text|content of|from <of:target> into <target>'],
    build: ({ of, target }) => ({ kind: 'transfer', from: of, to: target }),
  }),
  verb({
    platforms: everywhere,
    description:
      'Writes into a field, in place of what it holds; without a field, into the one that has the focus. The text is in quotes; numbers and variables need none, nor does what is made up at random, once for a run. A field for dates takes 2026-05-31 and 05/31/2026, the month first, one for times 8:30 PM.',
    examples: [
      'Type "alice" into "Username"',
      'Enter "alice@example.com" in the email field',
      'Fill in "Password" with "{{password}}"',
      'Type {{username}} into the first field',
      'Enter 2 as "Quantity"',
      'Enter the username "alice"',
      'Type "hello"',
      'Type a random e-mail address into "Email"',
    ],
    patterns: [
      'type|enter|input|write|put|insert|fill|key|provide [in] [the] [text|value|word|number] <text> in|into|to|on|for|inside <target>',
      'type|enter|input|write|put|insert|fill|key|provide [in] [the] [text|value|word|number] <text> as <target:labelled>',
      'fill|populate|complete [in|out] <target> with [the] [text|value] <text>',
      'type|enter|input|write [in] [the] [text|value] <text>',
      'type|enter|input|write|provide|fill [in] <target:label> [:] <text>',
    ],
    build: ({ target, text }) => typing(target, text),
  }),
  verb({
    platforms: everywhere,
    description: 'Sets a field or slider to a value, or a dropdown to one of its options.',
    examples: [
      'Set "Volume" to 50',
      'Set the "Country" dropdown to "Norway"',
      'Change "Name" to "Bob"',
      'Select 5 with the slider',
    ],
    patterns: [
      'set|change|update|adjust|edit [the] [value] [of] <target> to [the] [value] <text>',
      'select|choose|pick|set [the] [value] <text> with|using|on <target:slider>',
    ],
    build: ({ target, text }) => setting(target, text),
  }),
  verb({
    platforms: everywhere,
    description: 'Writes into the search field, or the field that is named, and presses Enter.',
    examples: ['Search for "shoes"', 'Search for "shoes" in "Search products"'],
    patterns: [
      'search for <text>',
      'search [in] [the] [site|page|app] for <text>',
      'search for <text> in|with|using <target>',
    ],
    build({ text, target }) {
      const field = target === undefined ? searchField : searchFieldOf(target);
      return {
        kind: 'sequence',
        steps: [typing(field, text), perform('press', { key: 'Enter', target: field })],
      };
    },
  }),
  verb({
    platforms: everywhere,
    description: 'Fills in user name (or e-mail address) and password, and clicks the button that logs in.',
    examples: [
      'Log in as "alice" with password {{password}}',
      'Sign in with username "alice" and password "secret"',
    ],
    patterns: [
      'log|sign in|on|into as|with|using [the] [user|username|email|account] <text> with|and|using|, [and] [the] [password] <password:text>',
      'login|signin as|with|using [the] [user|username|email|account] <text> with|and|using|, [and] [the] [password] <password:text>',
    ],
    build: ({ text, password }) => ({
      kind: 'sequence',
      steps: [typing(userField, text), typing(passwordField, password), performOn('click', loginButton)],
    }),
  }),
  verb({
    platforms: everywhere,
    description: 'Clicks the button that is called "Submit", or else "Send".',
    examples: ['Submit the form'],
    patterns: ['submit [the|this] form'],
    build: () => performOn('click', submitButton),
  }),
  verb({
    platforms: everywhere,
    description: 'Clicks the button that is called "Place order".',
    examples: ['Place the order'],
    patterns: ['place [the|an|my|your] order'],
    build: () => performOn('click', orderButton),
  }),
  verb({
    platforms: everywhere,
    description: 'Empties a field.',
    examples: ['Clear "Search"', 'Clear the Notes field', 'Delete the text in "Name"'],
    patterns: [
      'clear|empty|erase <several>',
      'clear|delete|remove|erase [the] text|value|content|contents in|of|from <target>',
      'clear|empty|erase <target>',
    ],
    build: (places) => withEach(targetsOf(places), (target) => performOn('clear', target)),
  }),
  verb({
    platforms: onWeb,
    description:
      'Uploads a small sample file of that name, made for the occasion, or one with a content of your own. Without a field, into the only one that takes files.',
    examples: [
      'Upload "photo.png" to "Avatar"',
      'Attach invoice.pdf to the "Documents" field',
      'Upload "users.csv" with the content "name,age" to "Import"',
      'Upload "photo.png"',
      'Upload "a.png" and "b.png" to "Pictures"',
      'Upload "receipt.pdf" via "Add attachment"',
    ],
    patterns: [
      'upload|attach [a|the] [file|image|document] [named|called] <file> with [the] content <text> to|into|in|on|for|as <target>',
      'upload|attach [a|the] [file|image|document] [named|called] <file> with [the] content <text>',
      'upload|attach [a|the] [file|image|document] [named|called] <file> to|into|in|on|for|as <target>',
      'upload|attach [a|the] [file|image|document] [named|called] <file>',
      'upload|attach [a|the] [file|image|document] [named|called] <file> via|using|through <target>',
      'upload|attach [the] [files|images|documents] <files> to|into|in|on|for|as|via|using|through <target>',
      'upload|attach [the] [files|images|documents] <files>',
      'add [a|the] file [named|called] <file> to|into|in|on|for|as <target>',
      'choose|select [a|the] file <file> in|for|from <target>',
      'choose|select [a|the] file <file>',
    ],
    build({ target, file, files = [], text }) {
      const [first, ...more] = files;
      return perform('upload', {
        ...(target !== undefined && { target }),
        filename: file ?? first,
        ...(more.length > 0 && { more }),
        ...(text !== undefined && { content: text }),
      });
    },
  }),
];

function setting(target: Target, text: string): Instruction {
  return target.role === 'dropdown' ? performOn('select', target, { option: text }) : typing(target, text);
}

function typing(target: Target | undefined, text: string, more: Record<string, unknown> = {}): Instruction {
  return perform('type', { ...(target !== undefined && { target }), text, ...more });
}
