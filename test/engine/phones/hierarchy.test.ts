import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locatorOf } from '../../../src/engine/phones/element.ts';
import { readHierarchy } from '../../../src/engine/phones/hierarchy.ts';
import { maskFor } from '../../../src/engine/phones/mask.ts';
import { sceneOfTree, scrolledSceneOf } from '../../../src/engine/phones/phone-scene.ts';
import { phoneSnapshot } from '../../../src/engine/phones/phone-snapshot.ts';
import { createReferences } from '../../../src/engine/phones/references.ts';
import { parseXml, UnreadableXml } from '../../../src/engine/phones/xml.ts';
import { find } from '../../../src/engine/scene/find.ts';
import { screenLines } from '../../../src/engine/scene/painted-text.ts';
import type { Target } from '../../../src/engine/scene/target.ts';
import { androidTree } from './driver/android.mjs';
import { serialise } from './driver/driver-xml.mjs';
import { iosTree } from './driver/ios.mjs';
import { createShop } from './driver/shop.mjs';

const android = (source: string, references = createReferences()) =>
  readHierarchy(source, 'android', references);
const ios = (source: string, references = createReferences()) => readHierarchy(source, 'ios', references);
const uncovered = maskFor([]);

/** One element as UiAutomator2 writes it. */
function node(className: string, attributes: Record<string, string>, inner = ''): string {
  const all = {
    index: '0',
    package: 'com.example',
    class: className,
    text: '',
    'resource-id': '',
    checkable: 'false',
    checked: 'false',
    clickable: 'false',
    enabled: 'true',
    focusable: 'false',
    focused: 'false',
    'long-clickable': 'false',
    password: 'false',
    scrollable: 'false',
    selected: 'false',
    bounds: '[0,0][1080,2400]',
    displayed: 'true',
    ...attributes,
  };
  const pairs = Object.entries(all).map(([name, value]) => ` ${name}="${value}"`);
  return `<${className}${pairs.join('')}>${inner}</${className}>`;
}

const screen = (inner: string) =>
  `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy index="0" class="hierarchy" rotation="0" width="1080" height="2400">${inner}</hierarchy>`;

describe('XML', () => {
  it('gives back every attribute as it was before it was escaped', () => {
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,20}$/);
    fc.assert(
      fc.property(
        name,
        fc.dictionary(name, fc.string({ unit: 'binary' }).filter(isText)),
        (tag, attributes) => {
          const pairs = Object.entries(attributes).map(([key, value], index) =>
            index % 2 === 0 ? ` ${key} = "${written(value)}"` : `\n${key}='${written(value)}'`,
          );
          const element = parseXml(
            `<?xml version="1.0"?><!-- <a> --><${tag}${pairs.join('')}><b/>text</${tag} >`,
          );
          expect({ ...element.attributes }).toEqual({ ...attributes });
          expect([element.tag, element.children.map((child) => child.tag)]).toEqual([tag, ['b']]);
        },
      ),
    );
  });

  it('is read or refused, never hung on, whatever it is', () => {
    const pieces = fc.constantFrom(
      '<',
      '>',
      '/',
      'a',
      '="',
      '"',
      "'",
      '&',
      '<!--',
      '-->',
      '<?',
      '?>',
      '<a>',
      '</a>',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((parts) => parts.join('')),
        ),
        (text) => {
          try {
            parseXml(text);
          } catch (error) {
            expect(error).toBeInstanceOf(UnreadableXml);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><a/>', 'document type'],
    ['elements nested without end', '<a>'.repeat(1_000), 'nested more than'],
    ['elements without number', `<a>${'<b/>'.repeat(70_000)}</a>`, 'more than 60000 elements'],
    ['a cut', '<a><b>', 'cut off'],
    ['two roots', '<a/><b/>', 'more than one'],
    ['nothing', '', 'no element'],
  ])('is refused for %s', (_what, text, reason) => {
    expect(() => parseXml(text)).toThrow(reason);
  });
});

describe('the tree of Android', () => {
  it('is told in the words of a person: names, values, states, and what can not be seen left out', () => {
    const tree = android(
      screen(
        node(
          'android.widget.FrameLayout',
          {},
          [
            node('android.widget.TextView', {
              text: 'Sign in',
              heading: 'true',
              bounds: '[0,100][1080,200]',
            }),
            node('android.widget.EditText', {
              text: 'Username',
              hint: 'Username',
              'showing-hint': 'true',
              bounds: '[0,200][1080,300]',
            }),
            node('android.widget.EditText', {
              text: 'secret',
              hint: 'Password',
              password: 'true',
              bounds: '[0,300][1080,400]',
            }),
            node('android.widget.CheckBox', {
              text: 'Remember me',
              checkable: 'true',
              checked: 'true',
              clickable: 'true',
              bounds: '[0,400][1080,500]',
            }),
            node('android.widget.Button', {
              text: 'Go &amp; &quot;see&quot;',
              enabled: 'false',
              clickable: 'true',
              bounds: '[0,500][1080,600]',
            }),
            node('android.widget.Button', { text: 'Below', bounds: '[0,2500][1080,2600]' }),
            node('android.widget.Button', { text: 'Empty', bounds: '[5,5][5,5]' }),
            node('android.widget.Button', { text: 'Hidden', displayed: 'false' }),
            node(
              'android.view.ViewGroup',
              { clickable: 'true', bounds: '[0,600][1080,700]' },
              [
                node('android.widget.TextView', { text: 'Row', bounds: '[0,600][1080,650]' }),
                node('android.widget.TextView', { text: 'detail', bounds: '[0,650][1080,700]' }),
              ].join(''),
            ),
          ].join(''),
        ),
      ),
    );
    expect(phoneSnapshot(tree, uncovered).replace(/\[ref=e\d+\]/g, '[ref]')).toBe(
      [
        '- heading "Sign in" [ref]',
        '- textbox "Username" [ref]',
        '- textbox "Password" [ref]: ••••••••',
        '- checkbox "Remember me" [checked] [ref]',
        '- button "Go & \\"see\\"" [disabled] [ref]',
        '- text "Row detail" [clickable] [ref]',
        '  - text: Row',
        '  - text: detail',
      ].join('\n'),
    );
    expect(screenLines(sceneOfTree(tree)).map(({ text }) => text)).toEqual([
      'Sign in',
      'Username',
      'Remember me',
      'Go & "see"',
      'Row',
      'detail',
    ]);
  });

  it('keeps the references of elements while others come and go beside them', () => {
    const references = createReferences();
    const button = (text: string) =>
      node('android.widget.Button', { text, 'resource-id': `com.example:id/${text}` });
    const refs = (...texts: string[]) =>
      Object.fromEntries(
        android(screen(texts.map(button).join('')), references)
          .nodes.slice(1)
          .map((found) => [found.text, found.ref]),
      );
    const first = refs('a', 'b', 'c');
    expect(new Set(Object.values(first)).size).toBe(3);
    expect(refs('x', 'c', 'a')).toMatchObject({ a: first.a, c: first.c });
    expect(refs('a', 'b', 'c')).toEqual(first);
  });

  it('never gives one reference to two elements of a screen', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c:2', 'c')), (ids) => {
        const tree = android(
          screen(ids.map((id) => node('android.widget.Button', { 'resource-id': id })).join('')),
        );
        expect(new Set(tree.nodes.map(({ ref }) => ref)).size).toBe(tree.nodes.length);
      }),
    );
  });
});

describe('a name', () => {
  const found = (source: string, target: Target) => {
    const tree = android(screen(source));
    return find(sceneOfTree(tree), target).matches.map(({ thing }) => {
      const match = tree.nodes[thing.index];
      return `${match?.kind} ${match?.text || match?.accessibilityId || match?.resourceId}`;
    });
  };
  const text = (said: string, more = {}) => node('android.widget.TextView', { text: said, ...more });

  it('means the text before the accessibility id, that before the id, and the whole before a part', () => {
    const source = [
      text('Save', { 'resource-id': 'x:id/other' }),
      node('android.widget.ImageButton', { 'content-desc': 'save' }),
      node('android.widget.View', { 'resource-id': 'x:id/save' }),
      text('Save all'),
    ];
    expect(found(source.join(''), { name: 'Save' })).toEqual(['TextView Save']);
    expect(found(source.slice(1).join(''), { name: 'SAVE' })).toEqual(['ImageButton save']);
    expect(found(source.slice(2).join(''), { name: 'save' })).toEqual(['View x:id/save']);
    expect(found(source.slice(3).join(''), { name: 'save' })).toEqual(['TextView Save all']);
  });

  it('is made of whole words, where words are set apart', () => {
    expect(found(text('Item 27') + text('Items'), { name: 'Item 2' })).toEqual([]);
    expect(found(text('Open Item 2 (new)'), { name: 'item 2' })).toEqual(['TextView Open Item 2 (new)']);
    expect(found(text('打开设置'), { name: '设置' })).toEqual(['TextView 打开设置']);
    expect(found(text('Total: $5.00 (net)'), { name: '$5.00 (' })).toEqual(['TextView Total: $5.00 (net)']);
  });

  it('of a field stays its own when the app calls what it holds wrong, and the scene says so', () => {
    const field = node('android.widget.EditText', { hint: 'Email', text: 'x', 'content-invalid': 'true' });
    const scene = sceneOfTree(android(screen(field)));
    const [match] = find(scene, { name: 'Email', role: 'field' }).matches;
    expect(match?.thing).toMatchObject({ isInvalid: true, isRequired: false, isReadOnly: false });
  });

  it('of a label in a button is that of the button', () => {
    const button = node('android.view.ViewGroup', { clickable: 'true', 'content-desc': 'Pay' }, text('Pay'));
    expect(found(button, { name: 'Pay' })).toEqual(['ViewGroup Pay']);
    expect(
      found(node('android.view.ViewGroup', { clickable: 'true' }, text('Pay')), {
        name: 'Pay',
        role: 'button',
      }),
    ).toEqual(['ViewGroup ']);
  });

  it('finds nothing in a row that does not hold it, though other rows do', () => {
    const row = (label: string, inner = '') =>
      node('android.view.ViewGroup', { 'is-collection-item': 'true' }, text(label) + inner);
    const remove = node('android.widget.Button', { text: 'Delete' });
    const list = node(
      'androidx.recyclerview.widget.RecyclerView',
      {},
      row('A', remove) + row('B') + row('C', remove),
    );
    expect(found(list, { name: 'Delete', where: [{ is: 'in', name: 'A' }] })).toHaveLength(1);
    expect(found(list, { name: 'Delete', where: [{ is: 'in', name: 'B' }] })).toEqual([]);
    expect(found(list, { name: 'Delete', nth: -1 })).toHaveLength(1);
    expect(found(list, { name: 'Delete', nth: 3 })).toEqual([]);
  });

  it('any text is, without harm', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }).filter((name) => name.trim() !== ''),
        (name) => {
          const source = node('android.widget.Button', { text: written(name).replace(/[\p{Cc}]/gu, ' ') });
          expect(() => found(source, { name })).not.toThrow();
        },
      ),
    );
  });
});

it('finds an element again by what only it has, else by its place', () => {
  const tree = android(
    screen(
      node(
        'android.widget.FrameLayout',
        {},
        [
          node('android.widget.EditText', { 'resource-id': 'x:id/one', text: 'a' }),
          node('android.widget.EditText', { 'resource-id': 'x:id/two', text: 'b' }),
          node('android.widget.EditText', { 'resource-id': 'x:id/two', text: 'c' }),
          node('android.widget.EditText', { 'content-desc': 'Four', 'resource-id': 'x:id/two' }),
          node('android.widget.EditText', { 'resource-id': 'a &quot;tag&quot;' }),
        ].join(''),
      ),
    ),
  );
  expect(tree.nodes.filter(({ role }) => role === 'textbox').map((field) => locatorOf(field, tree))).toEqual([
    { using: 'id', value: 'x:id/one' },
    { using: 'xpath', value: '/hierarchy[1]/android.widget.FrameLayout[1]/android.widget.EditText[2]' },
    { using: 'xpath', value: '/hierarchy[1]/android.widget.FrameLayout[1]/android.widget.EditText[3]' },
    { using: 'accessibility id', value: 'Four' },
    // Its search by id would put the package before a tag.
    { using: '-android uiautomator', value: 'new UiSelector().resourceId("a \\"tag\\"")' },
  ]);
});

it.each([
  ['Android', android, androidTree],
  ['iOS', ios, iosTree],
] as const)(
  'reads several thousand elements of %s, and finds one, in milliseconds, not in seconds',
  (_platform, read, draw) => {
    const shop = createShop();
    shop.act('go', 'long');
    const source = serialise(draw(shop));
    const references = createReferences();
    const timesMs = Array.from({ length: 10 }, () => {
      const before = process.cpuUsage();
      const tree = read(source, references);
      expect(tree.nodes.length).toBeGreaterThan(4_500);
      expect(find(sceneOfTree(tree), { name: 'Line 3' }).matches).toHaveLength(1);
      expect(find(scrolledSceneOf(tree), { name: 'Line 1400' }).matches).toHaveLength(1);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    });
    // Measured: 50 to 120 ms for up to 2.7 MB of source, and two scenes of it, on a busy machine.
    expect(Math.min(...timesMs)).toBeLessThan(1_000);
  },
);

function written(text: string): string {
  return text.replace(/[&<>"'\n\r\t]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)};`);
}

/** What XML can hold at all. */
function isText(text: string): boolean {
  return text.isWellFormed();
}
