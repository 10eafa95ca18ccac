import type { Target } from '../../scene/target.ts';
import { type Claim, type Instruction, perform } from '../instruction.ts';
import { placed } from '../parameter-kinds.ts';
import { Refused } from '../refused.ts';
import { everywhere, onWeb, performOn, type Verb, withEach } from '../verb.ts';

const searchField: Target = {
  name: 'search',
  role: 'field',
  or: [{ role: 'search field' }],
};
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

/** What is done with fields. */
export const fieldVerbs: readonly Verb[] = [
  {
    platforms: everywhere,
    description: 'Writes behind what a field holds.',
    examples: ['Append " and more" to "Notes"', 'Add "!" to the text in "Title"'],
    patterns: ['append <text> to <target>', 'add <text> to [the] text|value|content in|of <target>'],
    build: (places) => typing(placed.target(places), placed.text(places), { replace: false }),
  },
  {
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
    build: (places) => {
      const pairs = places.get('pairs') as ReadonlyArray<readonly [Target, string]>;
      return { kind: 'sequence', steps: pairs.map(([target, text]) => typing(target, text)) };
    },
  },
  {
    platforms: everywhere,
    description: 'Writes into a field what another holds, or what stands at a name.',
    examples: ['Enter the value of "Total" into the "Amount" field'],
    patterns: ['enter|type|input|write|put [in] the value|text|content of|from <of:target> into <target>'],
    build: (places) => ({
      kind: 'transfer',
      from: placed.target(places, 'of'),
      to: placed.target(places),
    }),
  },
  {
    platforms: everywhere,
    description: 'Writes into a field in capital or small letters.',
    examples: ['Type "hello" in upper case letters into "Greeting"'],
    patterns: [
      'type|enter|input|write [the] [text|word] <quoted> in [all] <letters> [letters] in|into <target>',
    ],
    build(places) {
      const text = placed.text(places, 'quoted');
      if (text.includes('{{')) throw new Refused('The letters of a variable stay as they are.');
      const isUpper = placed.text(places, 'letters') === 'upper';
      return typing(placed.target(places), isUpper ? text.toUpperCase() : text.toLowerCase());
    },
  },
  {
    platforms: everywhere,
    description: 'Writes the same into two fields, where there are no more.',
    examples: ['Enter "secret" into both password fields'],
    patterns: [
      'type|enter|input|write|put [in] [the] [text|value|word|number|password] <text> in|into both <plural>',
    ],
    build(places) {
      const fields = placed.target(places, 'plural');
      const areTwo: Claim = { claim: 'number', things: fields, range: { min: 2, max: 2 } };
      const each = [1, 2].map((nth) => typing({ ...fields, nth }, placed.text(places)));
      return { kind: 'sequence', steps: [{ kind: 'check', claim: areTwo }, ...each] };
    },
  },
  {
    platforms: everywhere,
    description:
      'Writes into a field, in place of what it holds; without a field, into the one that has the focus. The text is in quotes; numbers and variables need none. A field for dates takes 2026-05-31 and 05/31/2026, the month first, one for times 8:30 PM.',
    examples: [
      'Type "alice" into "Username"',
      'Enter "alice@example.com" in the email field',
      'Fill in "Password" with "{{password}}"',
      'Type {{username}} into the first field',
      'Enter 2 as "Quantity"',
      'Enter the username "alice"',
      'Type "hello"',
    ],
    patterns: [
      'type|enter|input|write|put|insert|fill|key|provide [in] [the] [text|value|word|number] <text> in|into|to|on|for|inside <target>',
      'type|enter|input|write|put|insert|fill|key|provide [in] [the] [text|value|word|number] <text> as <target:labelled>',
      'fill|populate|complete [in|out] <target> with [the] [text|value] <text>',
      'type|enter|input|write [in] [the] [text|value] <text>',
      'type|enter|input|write|provide|fill [in] <target:label> [:] <text>',
    ],
    build: (places) => typing(placed.targetIfAny(places), placed.text(places)),
  },
  {
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
    build(places) {
      const [target, text] = [placed.target(places), placed.text(places)];
      return target.role === 'dropdown'
        ? performOn('select', target, { option: text })
        : typing(target, text);
    },
  },
  {
    platforms: everywhere,
    description: 'Writes into the search field and presses Enter.',
    examples: ['Search for "shoes"'],
    patterns: ['search for <text>', 'search [in] [the] [site|page|app] for <text>'],
    build: (places) => ({
      kind: 'sequence',
      steps: [
        typing(searchField, placed.text(places)),
        perform('press', { key: 'Enter', target: searchField }),
      ],
    }),
  },
  {
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
    build: (places) => ({
      kind: 'sequence',
      steps: [
        typing(userField, placed.text(places)),
        typing(passwordField, placed.text(places, 'password')),
        performOn('click', loginButton),
      ],
    }),
  },
  {
    platforms: everywhere,
    description: 'Empties a field.',
    examples: ['Clear "Search"', 'Clear the Notes field', 'Delete the text in "Name"'],
    patterns: [
      'clear|empty|erase <several>',
      'clear|delete|remove|erase [the] text|value|content|contents in|of|from <target>',
      'clear|empty|erase <target>',
    ],
    build: (places) => withEach(placed.targetsOf(places), (target) => performOn('clear', target)),
  },
  {
    platforms: onWeb,
    description:
      'Uploads a small sample file of that name, made for the occasion, or one with a content of your own. Without a field, into the only one that takes files.',
    examples: [
      'Upload "photo.png" to "Avatar"',
      'Attach invoice.pdf to the "Documents" field',
      'Upload "users.csv" with the content "name,age" to "Import"',
      'Upload "photo.png"',
    ],
    patterns: [
      'upload|attach [a|the] [file|image|document] [named|called] <file> with [the] content <text> to|into|in|on|for|as <target>',
      'upload|attach [a|the] [file|image|document] [named|called] <file> with [the] content <text>',
      'upload|attach [a|the] [file|image|document] [named|called] <file> to|into|in|on|for|as <target>',
      'upload|attach [a|the] [file|image|document] [named|called] <file>',
      'add [a|the] file [named|called] <file> to|into|in|on|for|as <target>',
      'choose|select [a|the] file <file> in|for|from <target>',
      'choose|select [a|the] file <file>',
    ],
    build(places) {
      const [target, content] = [placed.targetIfAny(places), placed.textIfAny(places)];
      return perform('upload', {
        ...(target !== undefined && { target }),
        filename: placed.text(places, 'file'),
        ...(content !== undefined && { content }),
      });
    },
  },
];

function typing(target: Target | undefined, text: string, more: Record<string, unknown> = {}): Instruction {
  return perform('type', { ...(target !== undefined && { target }), text, ...more });
}
