import { stepVerbs } from './words.ts';

const lead = /^\s*(?:[-*•]\s+|\d{1,3}[.)]\s+)?(?:\S+\s+){0,3}(?:fill|complete)\b[^"\n]{0,80}:\s*$/i;
const cells = /^\s*\|([^|]*)\|([^|]*)\|\s*$/;
const pair = /^\s*(?:[-*•]\s+)?([^:="'“«`]{1,80}?)\s*[:=]\s*(?=\S)(.*?)\s*$/;
const quotedPair =
  /^\s*(?:[-*•]\s+)?([^:="'“«`]{1,80}?)\s+("[^"]*"|'[^']*'|“[^”]*”|«[^»]*»|`[^`]*`|\{\{[^}]*\}\})\s*$/;
/** `Click "Send"`, `Then I should see "Ada"`: what comes after the form, and not a field with what to write into it. */
const nextStep = new RegExp(
  `^(?:(?:given|when|then|and|but|next|finally|please|now|i|we|you|the user|should|not|do)\\s+)*(?:${stepVerbs.join('|')})s?(?:\\s+(?:on|the|an?|for|to|in|into|that|until)\\b.*)?$`,
  'i',
);
const rule = /^[\s|:-]*$/;
const heads = /^(?:field|name of the field|label)$/i;
const quotes = ['""', '“”', '«»', '``'] as const;

/** `Fill in the form with:` and a table or list of fields below it, as one sentence. */
export function withFormsInOneLine(text: string): string {
  if (!/:[^\S\n]*\n/.test(text)) return text;
  const lines: string[] = [];
  let form: { head: string; pairs: string[] } | null = null;
  const end = () => {
    if (form !== null) lines.push(`${form.head.trimEnd()} ${form.pairs.join(', ')}`.trimEnd());
    form = null;
  };
  for (const line of text.split('\n')) {
    const entry = form === null ? null : entryOf(line);
    if (form !== null && entry !== null) {
      if (entry !== '') form.pairs.push(entry);
      continue;
    }
    end();
    if (lead.test(line)) form = { head: line, pairs: [] };
    else lines.push(line);
  }
  end();
  return lines.join('\n');
}

/** Empty for a line that only draws the table, null for what is not part of it. */
function entryOf(line: string): string | null {
  if (line.trim() === '') return null;
  if (line.includes('|') && rule.test(line)) return '';
  const isNext = nextStep.test(quotedPair.exec(line)?.[1] ?? '');
  const [, name, value] =
    cells.exec(line) ?? pair.exec(line) ?? (isNext ? null : quotedPair.exec(line)) ?? [];
  if (name === undefined || value === undefined) return null;
  if (heads.test(name.trim())) return '';
  return `${quoted(name.trim())} ${quoted(value.trim())}`;
}

function quoted(text: string): string {
  if (/^(["'“«`]).*["'”»`]$/.test(text) || /^\{\{.*\}\}$/.test(text)) return text;
  const [open, close] = quotes.find((pair) => ![...pair].some((sign) => text.includes(sign))) ?? quotes[0];
  return `${open}${text}${close}`;
}
