import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editsBetween, nearest } from '../../../src/kernel/similarity.ts';
import { defineCommand } from '../../../src/tools/cli/command.ts';
import { UsageError } from '../../../src/tools/cli/errors.ts';
import { exitCodeHelp } from '../../../src/tools/cli/exit-codes.ts';
import { findCommand } from '../../../src/tools/cli/find-command.ts';
import type { Io } from '../../../src/tools/cli/io.ts';
import { parseArguments } from '../../../src/tools/cli/parse-arguments.ts';
import { runCli } from '../../../src/tools/cli/run-cli.ts';
import { readEnvironment } from '../../../src/tools/cli/settings.ts';
import { parseSeconds } from '../../../src/tools/cli/values.ts';
import { program } from '../../../src/tools/program/program.ts';
import { blocksOf } from '../../docs/blocks.js';
import { gantry, shellWords } from './support.js';

const paths = program.commands.map((command) => command.path);

describe('help', () => {
  it.each(paths)('of "%s" names every option and has examples, each of which parses', async (path) => {
    const command = program.commands.find((command) => command.path === path);
    if (command === undefined) throw new Error('it is gone');
    const options = { ...command.options, ...(await command.moreOptions?.()) };
    const { code, out } = await gantry(null, ['help', ...path.split(' ')]);
    expect(code).toBe(0);
    for (const name of Object.keys(options)) {
      expect(out).toContain(`--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
    }
    expect(command.examples.length).toBeGreaterThan(0);
    for (const example of command.examples) {
      expect(out).toContain(example);
      const words = shellWords(
        /(?<![\w-])gantry (.*)$/.exec(example)?.[1]?.replaceAll(/\$\w+/g, 'http://set') ?? '',
      );
      const found = findCommand(program.commands, words);
      expect(found.command).toBe(command);
      parseArguments(command, options, found.rest);
    }
  });

  it('is the same by help, by --help and by -h, wherever they stand', async () => {
    const { out } = await gantry(null, ['help', 'apps', 'upload']);
    for (const typed of [
      'apps upload --help',
      '--help apps upload',
      'apps -h upload',
      'apps upload x --json --help',
    ]) {
      expect(await gantry(null, typed.split(' '))).toMatchObject({ code: 0, out, err: '' });
    }
    expect((await gantry(null, ['apps'])).out).toContain('apps upload <file>');
    expect((await gantry(null, [])).out).toBe((await gantry(null, ['--help'])).out);
  });

  it('lists all commands and the exit codes, and fits the terminal', async () => {
    const { out } = await gantry(null, ['--help'], { terminal: 60 });
    for (const path of paths) expect(out).toContain(path.split(' ')[0]);
    expect(out).toMatch(/^ {2}4 .*can't be reached/m);
    const ownTable = out.split('Start with:')[0] ?? '';
    expect(Math.max(...ownTable.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
  });
});

const idle = { path: 'stay', summary: 'stay', args: [], options: {}, examples: [] } as const;

describe('Ctrl-C', () => {
  it('lets a command end in good order, and does not wait for it when it comes a second time', async () => {
    const { io, interrupt, exits } = interruptible();
    const begun = gate();
    const mayLeave = gate();
    const stay = defineCommand({
      ...idle,
      async run({ signal }): Promise<undefined> {
        begun.open();
        await mayLeave.passed;
        signal.throwIfAborted();
      },
    });
    const ended = runCli(['stay'], io, { ...program, commands: [stay] });
    await begun.passed;
    interrupt('SIGINT');
    interrupt('SIGINT');
    expect(exits).toEqual([]);
    await setTimeout(300);
    interrupt('SIGINT');
    expect(exits).toEqual([130]);
    mayLeave.open();
    expect(await ended).toBe(130);
  });
});

describe('a command that does not heed Ctrl-C', () => {
  it('is left behind, and that it was stopped is said', async () => {
    const begun = gate();
    const stay = defineCommand({
      ...idle,
      run() {
        begun.open();
        return new Promise<undefined>(() => undefined);
      },
    });
    const { io, interrupt, errors } = interruptible();
    const ended = runCli(['stay'], io, { ...program, commands: [stay] });
    await begun.passed;
    interrupt('SIGTERM');
    expect(await ended).toBe(143);
    expect(errors).toEqual(['Stopped.\n']);
  });
});

describe('docs/cli.md', () => {
  it('names every command and every exit code', async () => {
    const docs = await readFile(new URL('../../../docs/cli.md', import.meta.url), 'utf8');
    for (const path of paths) expect(docs).toContain(`\`${path}\``);
    for (const [code] of exitCodeHelp) expect(docs).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'));
  });

  it('has only calls that parse', async () => {
    const shell = (await blocksOf('docs/cli.md', 'sh')).join('\n');
    const calls = [...shell.matchAll(/^.*?(?<![\w-])gantry (.*)$/gm)].map(([, call = '']) => call);
    expect(calls.length).toBeGreaterThan(10);
    for (const call of calls) {
      const words = shellWords(call.replace(/ #.*$/, '').replaceAll(/\$\w+/g, 'http://set'));
      const { command, rest } = findCommand(program.commands, words);
      if (command === null) throw new Error(`"${call}" is no command`);
      parseArguments(command, { ...command.options, ...(await command.moreOptions?.()) }, rest);
    }
  });
});

describe('what is mistyped', () => {
  it.each([
    ['apps uplaod x', '"apps upload"'],
    ['aps list', '"apps"'],
    ['upload x', '"apps upload"'],
    ['watch x', '"runs watch" or "batches watch"'],
    ['apps upload --remove-afetr 1d x', '"--remove-after"'],
    ['runs submit --prompt x', '"--prompt-file"'],
    ['serve --prot 1', '"--port"'],
    ['groups webhook Smoke rotat', '"rotate"'],
  ])('%s: the right one is suggested, with exit code 2', async (typed, meant) => {
    const { code, out, err } = await gantry(null, typed.split(' '));
    expect(code).toBe(2);
    expect(err).toContain(`Did you mean ${meant}?`);
    expect(out).toBe('');
  });

  it.each([
    ['apps upload', 'needs <file>'],
    ['apps upload a b', '"b" is too much'],
    ['runs show ', '<run> is empty'],
    ['runs submit x --idempotency-key ü --key k', '--idempotency-key'],
    ['apps list --key ключ', 'must be gk_'],
    ['apps list --platform', '--platform needs a value'],
    ['apps list --platform --json', '--platform needs a value'],
    ['apps list --platform=symbian', 'must be one of ios, android'],
    ['apps list --limit 0', 'from 1 to 100000'],
    ['apps upload x --remove-after soon', 'a time such as 3600'],
    ['apps upload x --force=yes', '--force takes no value'],
    ['runs submit', 'either as <prompt> or by --prompt-file'],
    ['runs submit x --timeout 3', '--timeout needs --wait'],
    ['runs submit x --app a --bundle-id b', 'only one of'],
    ['trigger', 'either as <group> or by --webhook-url'],
    ['trigger G --junit j.xml', 'need --wait'],
    ['apps list --url ftp://x', 'http:// or https://'],
    ['--prot', 'needs a command'],
  ])('%s: %s', async (typed, said) => {
    const { code, err } = await gantry(null, typed.split(' '));
    expect([code, err]).toEqual([2, expect.stringContaining(said)]);
  });

  it('is told as JSON to who asked for JSON', async () => {
    const { code, out, err } = await gantry(null, ['apps', 'list', '--json', '--limt', '3']);
    expect([code, out]).toEqual([2, '']);
    expect(JSON.parse(err)).toMatchObject({
      error: { code: 'Usage', exitCode: 2, message: expect.stringMatching(/--limit/) },
    });
  });
});

describe('the suggestion', () => {
  it('is what was meant, for any word with one slip', () => {
    const words = [...new Set(paths.flatMap((path) => path.split(' ')))].filter(({ length }) => length > 4);
    fc.assert(
      fc.property(
        fc.constantFrom(...words),
        fc.nat(),
        fc.constantFrom('drop', 'swap', 'double'),
        (word, seed, slip) => {
          const at = seed % (word.length - 1);
          const typed = {
            drop: word.slice(0, at) + word.slice(at + 1),
            swap: word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
            double: word.slice(0, at) + word[at] + word.slice(at),
          }[slip];
          const meant = nearest(typed, words);
          expect(meant).not.toBeNull();
          expect(editsBetween(typed, meant ?? '')).toBeLessThanOrEqual(editsBetween(typed, word));
        },
      ),
    );
  });

  it('rests on a distance: symmetric, zero for equals only, never longer than the longer word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        const edits = editsBetween(a, b);
        expect(edits).toBe(editsBetween(b, a));
        expect(edits === 0).toBe(a === b);
        expect(edits).toBeLessThanOrEqual(Math.max([...a].length, [...b].length));
      }),
    );
  });
});

describe('arguments', () => {
  const spec = defineCommand({
    path: 'try',
    summary: 'try it',
    args: [{ name: 'words', description: 'any', isRepeatable: true, isOptional: true }],
    options: {
      text: { kind: 'text', description: 'any' },
      many: { kind: 'text', description: 'any', isRepeatable: true },
      count: { kind: 'integer', description: 'any', fallback: '7' },
      loud: { kind: 'flag', description: 'any', short: 'l' },
      shared: { kind: 'switch', description: 'any' },
    },
    examples: [],
    run: async () => undefined,
  });

  it('come out as they went in, in whatever order they are typed', () => {
    const given = fc.record({
      text: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
      many: fc.array(fc.string()),
      count: fc.option(fc.nat(), { nil: undefined }),
      loud: fc.boolean(),
      shared: fc.option(fc.boolean(), { nil: undefined }),
      words: fc.array(fc.string({ minLength: 1 }).filter((word) => !word.startsWith('-'))),
    });
    fc.assert(
      fc.property(given, fc.infiniteStream(fc.nat()), ({ text, many, count, loud, shared, words }, order) => {
        const parts: string[][] = [
          ...(text === undefined ? [] : [[`--text=${text}`]]),
          ...(count === undefined ? [] : [['--count', String(count)]]),
          ...(loud ? [['-l']] : []),
          ...(shared === undefined ? [] : [[shared ? '--shared' : '--no-shared']]),
        ];
        for (const [list, wrap] of [
          [many, (value: string) => [`--many=${value}`]],
          [words, (value: string) => [value]],
        ] as const) {
          let from = 0;
          for (const value of list) {
            from += (order.next().value ?? 0) % (parts.length + 1 - from);
            parts.splice(from, 0, wrap(value));
            from += 1;
          }
        }
        expect(parseArguments(spec, spec.options, parts.flat())).toEqual({
          args: { words },
          options: { text, many, count: count ?? 7, loud, shared },
        });
      }),
    );
  });

  it('of any kind are read or refused with a sentence, never anything else', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.constantFrom('--', '-', '--text', '--count', '-l', '--no-loud', '--=', '-lx'),
          ),
        ),
        (argv) => {
          try {
            parseArguments(spec, spec.options, argv);
          } catch (error) {
            expect(error).toBeInstanceOf(UsageError);
          }
        },
      ),
    );
  });

  it('behind -- are words', () => {
    expect(parseArguments(spec, spec.options, ['--', '--loud', '--help']).args).toEqual({
      words: ['--loud', '--help'],
    });
  });
});

describe('a time', () => {
  it.each([
    ['3600', 3_600],
    ['90s', 90],
    ['90m', 5_400],
    ['7d', 604_800],
    ['1h30m', 5_400],
    ['2w', 1_209_600],
  ])('%s is %d seconds', (text, seconds) => {
    expect(parseSeconds(text)).toBe(seconds);
  });

  it.each(['', '-1', '1.5h', 'h', '5x', '1 h', '1e3'])('"%s" is none', (text) => {
    expect(parseSeconds(text)).toBeNull();
  });
});

/** A terminal on which somebody presses Ctrl-C. */
function interruptible() {
  const exits: number[] = [];
  const errors: string[] = [];
  let listener: (signal: NodeJS.Signals) => void = () => undefined;
  const io: Io = {
    stdin: process.stdin,
    stdout: { write: () => undefined },
    stderr: { write: (text: string) => void errors.push(text) },
    environment: readEnvironment({}),
    onInterrupt: (given) => {
      listener = given;
      return () => undefined;
    },
    exit: (code) => void exits.push(code),
  };
  return { io, exits, errors, interrupt: (signal: NodeJS.Signals) => listener(signal) };
}

function gate(): { passed: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}
