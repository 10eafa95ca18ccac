import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { variableName } from '../../src/kernel/settings.ts';
import { settings } from '../../src/service/config.ts';

describe('docs/operating.md', () => {
  it('has every setting with its default and its help, as src/service/config.ts declares them', async () => {
    const page = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split('## Every setting\n');
    const table = section.split('\n').filter((line) => line.startsWith('|'));
    expect(table.join('\n')).toBe(settingsTable());
  });

  it('names no setting that does not exist, and neither does any other page', async () => {
    const known = new Set(Object.keys(settings).map(variableName));
    for (const name of pages) {
      const text = await readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
      const named = [...text.matchAll(/`(GANTRY_[A-Z0-9_]+)(?:=[^`]*)?`/g)].map(
        ([, setting = '']) => setting,
      );
      const unknown = named.filter((setting) => !known.has(setting) && !ofCallers.has(setting));
      expect({ name, unknown }).toEqual({ name, unknown: [] });
    }
  });
});

const pages = [
  'docs/operating.md',
  'docs/security.md',
  'docs/execution.md',
  'docs/runs.md',
  'docs/outbound.md',
  'docs/receiving-webhooks.md',
  'docs/concepts.md',
];

/** Variables of pipelines and receivers. */
const ofCallers = new Set(['GANTRY_URL', 'GANTRY_API_KEY', 'GANTRY_PROJECT', 'GANTRY_WEBHOOK']);

function settingsTable(): string {
  const rows = Object.entries(settings).map(([name, { help, shape, fallbackText }]) => {
    const values = cell(shape.includes('|') ? `\`${shape}\`` : shape);
    return `| \`${variableName(name)}\` | ${values} | ${cell(fallbackText && `\`${fallbackText}\``)} | ${cell(help)} |`;
  });
  return ['| setting | value | default | |', '|---|---|---|---|', ...rows].join('\n');
}

/** A bar would end the cell, and a bare sign of less would begin a tag. */
function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/<([^<>]+)>/g, '`<$1>`');
}
