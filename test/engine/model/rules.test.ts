import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionName } from '../../../src/engine/acting/catalogue.ts';
import { ActionFailed } from '../../../src/engine/acting/device.ts';
import { faultOf, retryAfterMs } from '../../../src/engine/model/call-fault.ts';
import { isGivenBy } from '../../../src/engine/model/given.ts';
import { masked } from '../../../src/engine/model/masked.ts';
import { fillInput } from '../../../src/engine/model/placeholders.ts';
import { isOnScreen } from '../../../src/engine/model/quote.ts';
import { withoutNulls } from '../../../src/engine/model/without-nulls.ts';

const snapshot = `- heading "Order  №12" [level=1] [ref=e3]
- text: It’s “done” – thank you
- button "Pay" [ref=e4] [cursor=pointer]`;

describe('a quote', () => {
  it.each([
    'Order №12',
    'heading "Order №12"',
    `It's "done" - thank you`,
    'It’s “done” – thank you.',
    '"Pay"',
    '  button\n"Pay"  ',
    '- button "Pay" [ref=e4]',
    'Order №12\nbutton "Pay"',
    'Order №12 … "Pay"',
  ])('%s is on the screen', (quote) => expect(isOnScreen(quote, snapshot)).toBe(true));

  it.each([
    '',
    ' ',
    '"',
    '…',
    'Pa',
    'pay',
    'Order 12',
    'Order №12 paid',
    'Refund',
    'Order №12\nRefund',
    'Pay … Refund',
  ])('"%s" is not', (quote) => expect(isOnScreen(quote, snapshot)).toBe(false));

  it('is found wherever it is cut from', () => {
    const words = fc.array(fc.stringMatching(/^[\p{L}\p{N}€.,:-]{3,12}$/u), { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(words, fc.nat(), (text, from) => {
        const start = from % (text.length - 1);
        expect(isOnScreen(text.slice(start, start + 2).join('  '), `x ${text.join('\n')} y`)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

describe('what a plan names', () => {
  const given = "Log in as “alice”, press Buy, see the page http://shop.test/cart. It says don't worry.";
  it.each([
    'Log in',
    'Click "buy"',
    'Type "alice" into the field',
    'Open http://shop.test/cart.',
    "Don't worry",
  ])('%s stands in the test', (title) => expect(isGivenBy(title, given)).toBe(true));
  it.each(['Click "Sign in"', "Click 'Purchase'", 'Open http://evil.test/', 'See «Thanks»', 'See „Danke“'])(
    '%s was made up',
    (title) => expect(isGivenBy(title, given)).toBe(false),
  );
});

describe('a Retry-After', () => {
  const now = Date.parse('2025-01-01T00:00:00Z');
  it.each([
    [{ 'retry-after': '2' }, 2_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after-ms': '70', 'retry-after': '9' }, 70],
    [{ 'retry-after': 'Wed, 01 Jan 2025 00:00:05 GMT' }, 5_000],
    [{ 'retry-after': 'Wed, 01 Jan 2020 00:00:05 GMT' }, 0],
    [{ 'retry-after': 'soon' }, null],
    [{}, null],
  ])('%o is %s ms', (headers, ms) => expect(retryAfterMs(headers as Record<string, string>, now)).toBe(ms));

  it('any status leads to a decision, and none repeats what a 401 or 403 says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 300, max: 599 }), fc.boolean(), (status, hasImages) => {
        const fault = faultOf(
          { status, message: 'key sk-1 is wrong', headers: {}, body: '' },
          { hasImages, model: 'm' },
        );
        if (status === 401 || status === 403) expect(JSON.stringify(fault)).not.toContain('sk-1');
        expect(['again', 'stop']).toContain(fault.next);
      }),
    );
  });
});

describe('a provider that can not be reached', () => {
  it.each([
    ['Cannot connect to API: connect ECONNREFUSED 10.1.2.3:8080', 'ECONNREFUSED'],
    ['connect EHOSTUNREACH fd00::12:443 - Local (:::0)', 'EHOSTUNREACH'],
    ['connect ETIMEDOUT 2001:db8:1:2:3:4:5:6:443', 'ETIMEDOUT'],
  ])('is not given away by its address: %s', (message, code) => {
    const call = { status: null, message, headers: {}, body: '' };
    const fault = faultOf(call, { hasImages: false, model: 'm' });
    expect(fault).toMatchObject({ next: 'again', reason: expect.stringContaining(code) });
    expect(JSON.stringify(fault)).not.toMatch(/10\.1|fd00|2001:db8|8080|443/);
  });
});

describe('the input of an action', () => {
  const variables = [{ name: 'password', value: 'hunter2', isSecret: true }];
  const step = { title: 'Type {{password}}', variables };

  it('holds a secret nowhere but in what is typed', () => {
    const place = fc.constantFrom('target', 'url', 'key', 'option', 'filename', 'content');
    const action = fc.constantFrom<ActionName[]>(
      'open',
      'click',
      'type',
      'press',
      'select',
      'upload',
      'wait_for',
    );
    const wrap = fc.constantFrom(
      (text: string): unknown => text,
      (text: string) => ({ name: text }),
      (text: string) => ({ text }),
      (text: string) => [text],
    );
    fc.assert(
      fc.property(action, place, wrap, (name, member, wrapped) => {
        const input = { [member]: wrapped('see {{ password }}') };
        expect(() => fillInput(name, input, step)).toThrow(ActionFailed);
      }),
    );
    expect(fillInput('type', { text: 'a{{password}}b' }, step).input).toEqual({ text: 'ahunter2b' });
  });

  it('that holds no placeholder stays as it is', () => {
    const plain = fc.string().filter((text) => !text.includes('{{'));
    fc.assert(
      fc.property(fc.dictionary(plain, fc.oneof(plain, fc.integer(), fc.boolean())), (input) => {
        expect(fillInput('click', { ...input }, step).input).toEqual({ ...input });
      }),
    );
  });

  it('loses its nulls, however deep a model puts them', () => {
    const input = { target: { ref: 'e1', nth: null, where: [{ is: 'in', name: null }] }, count: null };
    expect(withoutNulls(input)).toEqual({ target: { ref: 'e1', where: [{ is: 'in' }] } });
  });
});

it('masking reaches every text of a message and leaves the marks of the provider alone', () => {
  const message = {
    role: 'assistant',
    content: [
      { type: 'text', text: 'a secret', providerOptions: { openai: { itemId: 'secret' } } },
      { type: 'tool-call', toolCallId: 'secret', toolName: 'secret', input: { deep: ['secret'] } },
      { type: 'image', image: Buffer.from('secret') },
    ],
  };
  expect(masked(message, (text) => text.replaceAll('secret', '•'))).toEqual({
    role: 'assistant',
    content: [
      { type: 'text', text: 'a •', providerOptions: { openai: { itemId: 'secret' } } },
      { type: 'tool-call', toolCallId: 'secret', toolName: 'secret', input: { deep: ['•'] } },
      { type: 'image', image: Buffer.from('secret') },
    ],
  });
});
