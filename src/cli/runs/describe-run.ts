import type { Run, RunIssue, RunStep } from '../../client/index.ts';
import { counted, durationText, localTimeText } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';
import { fieldLines } from '../terminal/table.ts';
import { clean } from '../terminal/text.ts';

/** `✓ Click "Sign in"  1.2 s`, and below it why, where it failed. */
export function stepLines(step: RunStep, style: Style): string[] {
  const { title, status, error, startedAtMs, completedAtMs } = step;
  const mark = { passed: style.green('✓'), failed: style.red('✗'), skipped: style.dim('–') }[status];
  const time = status === 'skipped' ? 'skipped' : durationText(completedAtMs - startedAtMs);
  return [
    `  ${mark} ${clean(title)}  ${style.dim(time)}`,
    ...(error === null ? [] : [`      ${style.red(clean(error))}`]),
  ];
}

/** What is to be said of a run that has ended: verdict, issues, links. */
export function endLines(run: Run, style: Style): string[] {
  const { output } = run;
  const issues = [...output.issues].sort((a, b) => b.severity - a.severity);
  return [
    verdictLine(run, style),
    ...issues.flatMap((issue) => ['', ...issueLines(issue, style)]),
    ...linkLines(run),
  ];
}

export function verdictLine(run: Run, style: Style): string {
  const { output, status, error, durationMs, id } = run;
  const name = output.featureName === null ? id : clean(output.featureName);
  const parts = [
    name,
    ...(output.steps.length === 0 ? [] : [counted(output.steps.length, 'step')]),
    ...(durationMs === null ? [] : [durationText(durationMs)]),
  ];
  const text = parts.join(', ');
  if (output.result === 'PASS') return `${style.green(style.bold('PASS'))}  ${text}`;
  if (output.result === 'FAILED') return `${style.red(style.bold('FAILED'))}  ${text}`;
  if (error !== null) {
    return `${style.yellow(style.bold('not carried out'))}  ${text}\n  ${clean(error.message)} (${clean(error.code)})`;
  }
  return `${style.yellow(style.bold(status))}  ${text}`;
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
  const more = fieldLines([
    ['after', textOf(issue.stepsToReproduce)],
    ['expected', textOf(issue.expectedBehavior)],
    ['actual', textOf(issue.actualBehavior)],
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
  const last = output.screenshots.at(-1);
  const links = fieldLines([
    ['Run', id],
    ['Screenshot', textOf(last ?? null)],
    ['Video', textOf(output.videoUrl)],
    ['Device log', textOf(output.deviceLogUrl)],
    ['Trace', output.traceUrl === null ? null : `npx playwright-core show-trace ${clean(output.traceUrl)}`],
  ]);
  return ['', ...links];
}

function textOf(text: string | null): string | null {
  return text === null ? null : clean(text);
}
