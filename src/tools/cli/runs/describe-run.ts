import {
  contrastOf,
  durationText,
  issuesBesideSteps,
  type Run,
  type RunIssue,
  type RunStep,
  titleOfRun,
  verdictOf,
} from '../../../client/index.ts';
import { counted, localTimeText } from '../terminal/format.ts';
import { paintVerdict, type Style } from '../terminal/style.ts';
import { fieldLines } from '../terminal/table.ts';
import { clean } from '../terminal/text.ts';

/** `✓ Click "Sign in"  1.2 s`, and below it why, where it failed. */
export function stepLines(step: RunStep, style: Style): string[] {
  const { title, status, error, startedAtMs, completedAtMs, screenshotUrl } = step;
  const mark = { passed: style.green('✓'), failed: style.red('✗'), skipped: style.dim('–') }[status];
  const time = status === 'skipped' ? 'skipped' : durationText(completedAtMs - startedAtMs);
  return [
    `  ${mark} ${clean(title)}  ${style.dim(time)}`,
    ...(error === null ? [] : [`      ${style.red(clean(error))}`]),
    ...(error === null || screenshotUrl === null ? [] : [`      ${style.dim(clean(screenshotUrl))}`]),
  ];
}

/** What is to be said of a run that has ended, below its steps: verdict, further issues, links. */
export function endLines(run: Run, style: Style): string[] {
  const issues = issuesBesideSteps(run.output).toSorted((a, b) => b.severity - a.severity);
  return [
    ...verdictLines(run, style),
    ...issues.flatMap((issue) => ['', ...issueLines(issue, style)]),
    ...linkLines(run),
  ];
}

/** `FAILED  Sign in  3 steps, 4.2 s`, and below it why a run could not be executed. */
export function verdictLines(run: Run, style: Style): string[] {
  const { output, error, durationMs } = run;
  const state = verdictOf(run);
  const figures = [
    ...(output.steps.length === 0 ? [] : [counted(output.steps.length, 'step')]),
    ...(durationMs === null ? [] : [durationText(durationMs)]),
  ];
  const parts = [paintVerdict(style, style.bold(state), state), clean(titleOfRun(run)), figures.join(', ')];
  return [
    parts.join('  ').trimEnd(),
    ...(error === null ? [] : [`  ${clean(error.message)} (${clean(error.code)})`]),
  ];
}

/** Everything about a run, for `runs show`. */
export function runLines(run: Run, style: Style): string[] {
  return [
    ...fieldLines([
      ['Run', run.id],
      ['Status', run.status],
      ['Platform', run.platform],
      ['Created', localTimeText(run.createdAt)],
      ['Prompt', run.prompt === null ? null : clean(run.prompt)],
      ['Target', run.targetUrl === null ? null : clean(run.targetUrl)],
      ['App', run.appId],
      ['Test', run.testId],
      ['Batch', run.batchId],
      [
        'Delivery',
        run.webhookStatus === null ? null : `${run.webhookStatus}, to ${clean(run.webhookUrl ?? '')}`,
      ],
    ]),
    ...(run.output.steps.length === 0 ? [] : ['']),
    ...run.output.steps.flatMap((step) => stepLines(step, style)),
    ...(run.completedAt === null ? [] : ['', ...endLines(run, style)]),
  ];
}

export function issueLines(issue: RunIssue, style: Style): string[] {
  const mark = issue.type === 'issue' ? style.red('✗') : style.yellow('!');
  const { expected, actual } = contrastOf(issue);
  const more = fieldLines([
    ['after', textOf(issue.stepsToReproduce)],
    ['expected', textOf(expected)],
    ['actual', textOf(actual)],
    ['at', textOf(issue.url)],
    ['screenshot', textOf(issue.screenshotUrl)],
  ]);
  const description = issue.description === issue.name ? [] : [clean(issue.description)];
  return [
    `  ${mark} ${style.bold(clean(issue.name))}`,
    ...[...description, ...more].map((line) => `      ${line}`),
  ];
}

function linkLines({ id, output }: Run): string[] {
  const last = output.screenshots.at(-1) ?? null;
  const isShown = output.steps.some(({ error, screenshotUrl }) => error !== null && screenshotUrl === last);
  const links = fieldLines([
    ['Run', id],
    ['Screenshot', isShown ? null : textOf(last)],
    ['Video', textOf(output.videoUrl)],
    ['Device log', textOf(output.deviceLogUrl)],
    ['Trace', output.traceUrl === null ? null : `npx playwright-core show-trace ${clean(output.traceUrl)}`],
  ]);
  return ['', ...links];
}

function textOf(text: string | null): string | null {
  return text === null ? null : clean(text);
}
