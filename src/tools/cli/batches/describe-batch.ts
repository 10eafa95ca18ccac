import { type Batch, type BatchRun, durationText, verdictOf } from '../../../client/index.ts';
import { agoText, counted, localTimeText } from '../terminal/format.ts';
import { paintVerdict, type Style } from '../terminal/style.ts';
import { type Column, fieldLines } from '../terminal/table.ts';
import { clean } from '../terminal/text.ts';

/** `✓ Sign in  4.2 s`, and for one that is no success where to look. */
export function batchRunLine(run: BatchRun, style: Style): string {
  const { id, title, status, result, error, durationMs } = run;
  const time = durationMs === null ? '' : `  ${style.dim(durationText(durationMs))}`;
  const name = clean(title);
  if (result === 'PASS') return `  ${style.green('✓')} ${name}${time}`;
  if (result === 'FAILED') return `  ${style.red('✗')} ${name}${time}  ${style.dim(`run ${id}`)}`;
  if (error !== null) return `  ${style.yellow('!')} ${name}${time}  ${style.yellow(clean(error.message))}`;
  return `  ${style.dim('–')} ${name}  ${style.dim(status)}`;
}

export function batchVerdictLine(batch: Batch, style: Style): string {
  const { groupName, startedAt, completedAt, count, results, counts } = batch;
  const parts = [
    `${results.PASS} of ${counted(count, 'test')} passed`,
    ...(results.FAILED > 0 ? [`${results.FAILED} failed`] : []),
    ...(counts.failed > 0 ? [`${counts.failed} not executed`] : []),
    ...(counts.cancelled > 0 ? [`${counts.cancelled} cancelled`] : []),
  ];
  const from = startedAt ?? batch.createdAt;
  const time = completedAt === null ? '' : ` in ${durationText(Date.parse(completedAt) - Date.parse(from))}`;
  const text = `${clean(groupName)}: ${parts.join(', ')}${time}`;
  const state = verdictOf(batch);
  return `${paintVerdict(style, style.bold(state), state)}  ${text}`;
}

export function batchLines(batch: Batch, style: Style): string[] {
  return [
    ...fieldLines([
      ['Batch', batch.id],
      ['Group', clean(batch.groupName)],
      ['Created', localTimeText(batch.createdAt)],
      ['App', batch.appId],
      ['Target', batch.targetUrl === null ? null : clean(batch.targetUrl)],
      ['Commit', batch.commitSha === null ? null : clean(batch.commitSha)],
      ['Again', batch.rerunOf === null ? null : `of ${batch.rerunOf}`],
    ]),
    '',
    ...batch.runs.map((run) => batchRunLine(run, style)),
    '',
    batchVerdictLine(batch, style),
  ];
}

export function batchColumns(style: Style): Array<Column<Batch>> {
  const nowMs = Date.now();
  return [
    { title: 'id', value: ({ id }) => id },
    {
      title: 'state',
      value: verdictOf,
      paint: (text, batch) => paintVerdict(style, text, verdictOf(batch)),
    },
    { title: 'group', value: ({ groupName }) => groupName, isFlexible: true },
    { title: 'passed', value: ({ results, count }) => `${results.PASS} of ${count}` },
    { title: 'commit', value: ({ commitSha }) => commitSha, isDispensable: true },
    { title: 'created', value: ({ createdAt }) => agoText(createdAt, nowMs), isDispensable: true },
  ];
}
