import type { Relation, Target } from '../../scene/target.ts';
import { type Instruction, perform } from '../instruction.ts';
import { placed } from '../parameter-kinds.ts';
import type { ParameterValues } from '../pattern.ts';
import { onWeb, type Verb } from '../verb.ts';

/** Files that a page hands out. */
export const fileVerbs: readonly Verb[] = [
  {
    platforms: onWeb,
    description:
      'Clicks what downloads a file and waits until the file has come: what is called so, or else the link that leads to a file of that name. Where there is neither, a file of that name does that a step before has downloaded.',
    examples: [
      'Download "report.csv"',
      'Download "report.csv" in the row "March"',
      'Download report.csv by clicking "Export"',
      'Click "Export" to download "report.csv"',
    ],
    patterns: [
      'download [the] [file] <file> by clicking|pressing|tapping [on] <target>',
      'click|tap|press|push|hit [on] <target> to download [the] [file] <file>',
      'click|tap|press|push|hit [on] <target> to download a|the file',
      'download [the] [file] <target>',
      'download [the] [file] <file> [<relations>]',
    ],
    build: downloading,
  },
  {
    platforms: onWeb,
    description: 'Waits until a file is downloaded.',
    examples: ['Wait for the download', 'Wait for the download to finish'],
    patterns: ['wait for the|a download [to] [finish|complete|end]'],
    build: () => ({ kind: 'check', claim: { claim: 'downloaded', file: null } }),
  },
];

function downloading(places: ParameterValues): Instruction {
  const target = placed.targetIfAny(places);
  const filename = placed.textIfAny(places, 'file');
  if (target !== undefined)
    return perform('download', { target, ...(filename !== undefined && { filename }) });
  const where = (places.get('relations') as { where: Relation[] } | undefined)?.where ?? [];
  const file: Target = { name: placed.text(places, 'file'), ...(where.length > 0 && { where }) };
  return perform('download', { target: file });
}
