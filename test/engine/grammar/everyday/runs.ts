import { actPages } from './act-pages.ts';
import { countPages } from './count-pages.ts';
import { namePages } from './name-pages.ts';
import type { EverydayPage } from './page.ts';
import { relationPages } from './relation-pages.ts';
import { repeatPages } from './repeat-pages.ts';
import { valuePages } from './value-pages.ts';

export interface Run {
  readonly title: string;
  readonly body: string;
  readonly prompt: string;
  readonly verdict: string;
  /** How many of its sentences do not hold, from the last. */
  readonly failures: number;
  /** How long a check looks for what is not so. */
  readonly missMs?: number;
}

const kinds = [relationPages, namePages, countPages, actPages, repeatPages, valuePages];

/** On each page that is no variant what is looked at and done, and of each kind an act that fails and one that fits several things. */
export const runs = kinds.flatMap((pages) => {
  const [failed] = pages.flatMap((page) => acts(page).failed);
  const [ambiguous] = pages.flatMap((page) => acts(page).ambiguous);
  const [unclear] = pages.flatMap((page) => acts(page).unclear);
  const own = pages.filter(({ isVariant }) => isVariant === undefined);
  return [
    ...own.flatMap((page) => [...looks(page), ...acts(page).done]),
    ...[failed, ambiguous, unclear].filter((run) => run !== undefined),
  ];
});

/** All others, on every page. */
export const otherRuns = kinds
  .flat()
  .flatMap((page) => {
    const { done, failed, ambiguous, unclear } = acts(page);
    return [...looks(page), ...done, ...failed, ...ambiguous, ...unclear];
  })
  .filter(({ title }) => runs.every((run) => run.title !== title));

/** All of them take minutes: the first of each kind speaks for the others, unless all are asked for. */
function some(prompts: readonly string[] = []): readonly string[] {
  return process.env.EVERYDAY_PAGES === 'all' ? prompts : prompts.slice(0, 1);
}

function runOn({ id, body }: EverydayPage, prompt: string, verdict: string, failures: number): Run {
  return { title: `${id}: ${prompt}`, body, prompt, verdict, failures };
}

/** What is only looked at is judged in one run: a failed assertion ends none. */
function looks(page: EverydayPage): Run[] {
  const { right, wrong } = page;
  return [
    ...(right === undefined ? [] : [runOn(page, right.join('\n'), 'PASS', 0)]),
    ...(wrong === undefined
      ? []
      : [{ ...runOn(page, wrong.join('\n'), 'FAILED', wrong.length), missMs: 100 }]),
  ];
}

function acts(page: EverydayPage) {
  return {
    done: some(page.done).map((prompt) => runOn(page, prompt, 'PASS', 0)),
    failed: some(page.failed).map((prompt) => runOn(page, prompt, 'FAILED', 1)),
    ambiguous: some(page.ambiguous).map((prompt) => runOn(page, prompt, 'STEP_AMBIGUOUS', 1)),
    unclear: some(page.unclear).map((prompt) => runOn(page, prompt, 'STEP_NOT_UNDERSTOOD', 1)),
  };
}
