import { describe, expect, it } from 'vitest';
import { createRunValues, rememberedIn } from '../../../src/engine/acting/run-values.ts';

describe('what a run makes up', () => {
  const { generate } = createRunValues(new Date(2026, 0, 31, 23, 30));

  it.each([
    ['{{today}}', '2026-01-31'],
    ['{{ tomorrow }}', '2026-02-01'],
    ['{{yesterday}}', '2026-01-30'],
    ['{{today + 3 days}}', '2026-02-03'],
    ['{{today+1week}}', '2026-02-07'],
    ['{{today - 2 years}}', '2024-01-31'],
    ['{{today + 1 month}}', '2026-02-28'],
    ['{{today + 1 day as DD.MM.YYYY}}', '01.02.2026'],
    ['Due on {{today as MM/DD/YYYY}}!', 'Due on 01/31/2026!'],
  ])('%s is %s', (text, value) => {
    expect(generate(text)).toBe(value);
  });

  it('is random, and the same wherever it stands in a run', () => {
    const email = generate('{{random email}}');
    expect(email).toMatch(/^[a-z]{10}@example\.com$/);
    expect(generate('To: {{ random  email }}')).toBe(`To: ${email}`);
    expect(generate('{{random email 2}}')).not.toBe(email);
    expect(createRunValues().generate('{{random email}}')).not.toBe(email);
    expect(generate('{{random number}}')).toMatch(/^\d{6}$/);
    expect(generate('{{random text}}')).toMatch(/^[A-Z][a-z]{7}$/);
  });

  it('leaves everything else as it is', () => {
    expect(generate('{{name}} {{randomly}} {{today in Rome}}')).toBe(
      '{{name}} {{randomly}} {{today in Rome}}',
    );
  });
});

describe('what sentences remember', () => {
  it('is found by its name', () => {
    const text =
      'Open /. Remember the order number as {{order}}.\nremember "Total" as {{ sum.net }}. See {{other}}';
    expect(rememberedIn([text]).map(({ name }) => name)).toEqual(['order', 'sum.net']);
  });
});
