import { perform } from '../instruction.ts';
import { onWeb, performOn, type Verb, verb } from '../verb.ts';

/** Files that a page hands out. */
export const fileVerbs: readonly Verb[] = [
  verb({
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
    build: ({ target, file, relations: where = [] }) =>
      target === undefined
        ? perform('download', { target: { name: file, ...(where.length > 0 && { where }) } })
        : performOn('download', target, file === undefined ? {} : { filename: file }),
  }),
  verb({
    platforms: onWeb,
    description: 'Waits until a file is downloaded.',
    examples: ['Wait for the download', 'Wait for the download to finish'],
    patterns: ['wait for the|a download [to] [finish|complete|end]'],
    build: () => ({ kind: 'check', claim: { claim: 'downloaded', file: null } }),
  }),
];
