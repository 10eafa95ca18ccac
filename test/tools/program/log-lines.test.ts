import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeLogLine, logDestination } from '../../../src/tools/program/log-lines.ts';
import { onTerminal } from '../cli/on-terminal.ts';
import { place } from './log-lines.ts';

const hasScript = existsSync('/usr/bin/script') && process.platform === 'linux';
const plain = { bold: same, dim: same, red: same, green: same, yellow: same };

describe('a log line for people', () => {
  it('has time, level, message and members, and the stack of an error below', () => {
    const time = new Date(2026, 0, 2, 3, 4, 5).toISOString();
    const err = { type: 'Error', message: 'broken', stack: 'Error: broken\n    at here', code: 'EIO' };
    const line = JSON.stringify({ level: 40, time, pid: 1, run: 'a', count: 2, err, message: 'it failed' });
    expect(describeLogLine(line, plain).split('\n')).toEqual([
      '03:04:05 WARN  it failed  run=a  count=2',
      '    Error: broken',
      '        at here',
      '    code: EIO',
    ]);
  });

  it('does not let what a page wrote steer the terminal', () => {
    const line = JSON.stringify({ level: 30, time: 0, message: 'a\u001b[2Jb\r\nc', title: '\u202ex\u0007' });
    expect(describeLogLine(line, plain)).toMatch(/INFO {2}a\[2Jb c {2}title=x$/);
  });

  it('is written on a terminal or where it is asked for, and nowhere else', () => {
    const written: string[] = [];
    const environment = { noColour: true, forceColour: false, isDumbTerminal: false };
    const to = (isTTY: boolean) => ({
      stderr: { isTTY, write: (text: string) => written.push(text) },
      environment: {
        ...environment,
        url: undefined,
        apiKey: undefined,
        project: undefined,
        credentialsFile: '',
        named: () => undefined,
      },
    });
    const line = JSON.stringify({ level: 30, time: 0, message: 'hello' });
    logDestination('auto', to(true)).write(line);
    logDestination('pretty', to(false)).write(line);
    expect(written).toEqual([expect.stringMatching(/INFO {2}hello\n$/), expect.stringMatching(/hello\n$/)]);
    expect(logDestination('auto', to(false))).toHaveProperty('fd', 2);
    expect(logDestination('json', to(true))).toHaveProperty('fd', 2);
  });
});

describe('gantry serve', () => {
  it.skipIf(!hasScript)(
    'shows readable lines on a terminal, and the key below them (needs script)',
    async () => {
      const serving = onTerminal(['serve', ...(await place())], { NO_COLOR: '1' });
      await serving.shows('Try it:');
      serving.type('\u0003');
      const { shown } = await serving.ended;
      expect(shown).toMatch(/\d\d:\d\d:\d\d INFO {2}migrated the database {2}migrations=\d+/);
      expect(shown).toMatch(/\r\n\r\nGantry \S+ listens on .*\r\n\r\n[^{]*API key +gk_\w+\r\n/);
      expect(shown).not.toContain('{"level"');
    },
  );
});

function same(text: string): string {
  return text;
}
