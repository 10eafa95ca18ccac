import { parseUrl } from '../../kernel/url.ts';
import type { StepType, Task } from '../task.ts';

interface Titled {
  title: string;
  type: StepType;
}

/** What people call common features, by the words that give them away. */
const known: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(?:place (?:the |your )?order|check ?out|pay(?:ment)?(?: now)?|buy now)\b/i, 'Checkout'],
  [/\badd to (?:cart|basket|bag)\b/i, 'Add to cart'],
  [/\b(?:sign ?up|register|registration|create (?:an |your )?account)\b/i, 'Sign up'],
  [/\b(?:forgot(?:ten)?|reset) (?:your |my )?password\b/i, 'Password reset'],
  [/\b(?:log ?out|sign ?out|log ?off)\b/i, 'Sign out'],
  [/\b(?:log ?in|sign ?in|log ?on|anmelden)\b/i, 'Sign in'],
  [/\bsearch\b/i, 'Search'],
  [/\b(?:upload|attach)\b/i, 'Upload'],
];
/** Names of buttons that say nothing about the feature. */
const vague =
  /^(?:ok|okay|yes|no|next|continue|submit|save|send|close|cancel|back|confirm|apply|done|finish|add|create|new|edit|delete|remove|update|go|start|more|menu|weiter|speichern|[^\p{L}]*)$/iu;
const signIn = /\b(?:log ?in|sign ?in|log ?on)\b/i;
const longest = 60;

/** A name for what a task tests, as a person would put it. */
export function featureNameOf(task: Pick<Task, 'prompt'>, steps: readonly Titled[]): string {
  const acts = steps.filter(({ type }) => type === 'act').map(({ title }) => title);
  const clicks = acts.filter((title) =>
    /^(?:click|tap|press|push|hit|choose|pick|double|open the|follow)\b(?!.*\b(?:from|for)\b)/i.test(title),
  );
  const names = clicks.map(quotedIn).filter((name) => name !== null);
  // Who signs in first mostly does so in order to test something else.
  const lastSignIn = names.findLastIndex((name) => signIn.test(name));
  const afterwards = lastSignIn === -1 ? names : names.slice(lastSignIn + 1);
  const place = placeOf(acts);

  for (const candidates of [afterwards, names]) {
    const feature = firstKnown(candidates) ?? candidates.findLast((name) => !vague.test(name));
    if (feature !== undefined) return clipped(sentenceCase(feature));
    const button = candidates.at(-1);
    if (button !== undefined && place !== null) return clipped(`${place}: ${button.toLowerCase()}`);
  }
  const typed = firstKnown(acts);
  if (typed !== undefined) return typed;
  if (place !== null) return clipped(place);
  return fromWords(task.prompt ?? steps[0]?.title ?? '');
}

function firstKnown(texts: readonly string[]): string | undefined {
  return known.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1];
}

function quotedIn(title: string): string | null {
  return /["“”„«'‘`]([^"“”„«»'’`]{1,60})["”“»'’`]/.exec(title)?.[1]?.trim() ?? null;
}

/** The page that was opened last, in words: `/account/orders` is "Orders". */
function placeOf(acts: readonly string[]): string | null {
  const opened = acts.filter((title) => /^(?:open|go|visit|navigate|browse|launch|load)\b/i.test(title));
  const last = opened.at(-1);
  if (last === undefined) return null;
  const written = /(?:https?:\/\/[^\s"'”»]+|(?<=[\s"'“«])\/[^\s"'”»]*)/.exec(last)?.[0];
  const url = written === undefined ? null : parseUrl(written, 'http://site');
  if (url === null) return null;
  const segments = decoded(url.pathname).split('/');
  const word = segments.findLast((segment) => /\p{L}{2,}/u.test(segment));
  if (word === undefined) return 'Home page';
  return sentenceCase(word.replace(/\.(?:html?|php|aspx?|jsp)$/i, '').replace(/[-_+]+/g, ' '));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The first clause of a free prompt. */
function fromWords(text: string): string {
  const clause = text
    .trim()
    .replace(
      /^(?:please\s+)?(?:test|verify|check|make sure|ensure|try)\s+(?:out\s+)?(?:that|if|whether)?\s*/i,
      '',
    )
    .split(/[.!?;,\n]/)[0];
  return clipped(sentenceCase(clause?.trim() ?? '')) || 'Test';
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function clipped(text: string): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2)).trim()}…`;
}
