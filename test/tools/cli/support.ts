import { PassThrough } from 'node:stream';
import type { Io } from '../../../src/tools/cli/io.ts';
import { runCli } from '../../../src/tools/cli/run-cli.ts';
import { readEnvironment } from '../../../src/tools/cli/settings.ts';
import { program } from '../../../src/tools/program/program.ts';
import { adminKey, createTestFolder, type TestService } from '../../support/service.js';

export interface Typed {
  /** Instead of the address and the admin key of the service. */
  env?: Record<string, string>;
  stdin?: string;
  /** Columns of a terminal; none by default. */
  terminal?: number;
  signal?: AbortSignal;
  onOut?: (text: string) => void;
}

export interface Outcome {
  code: number;
  out: string;
  err: string;
  /** What was printed on stdout, as one JSON document. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  json(): any;
  /** Each line of stdout as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  jsonLines(): any[];
}

/** The program itself, in this process, against a service. */
export async function gantry(
  service: TestService | null,
  args: string[],
  typed: Typed = {},
): Promise<Outcome> {
  let out = '';
  let err = '';
  const stdin = new PassThrough();
  stdin.end(typed.stdin ?? '');
  const terminal = typed.terminal === undefined ? {} : { isTTY: true, columns: typed.terminal };
  const io: Io = {
    stdin: Object.assign(stdin, { isTTY: typed.terminal !== undefined }),
    stdout: {
      ...terminal,
      write: (text: string) => {
        out += text;
        typed.onOut?.(text);
      },
    },
    stderr: {
      ...terminal,
      write: (text: string) => {
        err += text;
      },
    },
    environment: readEnvironment(typed.env ?? (await settingsFor(service))),
    onInterrupt: (listener) => {
      const interrupt = () => listener('SIGINT');
      typed.signal?.addEventListener('abort', interrupt);
      return () => typed.signal?.removeEventListener('abort', interrupt);
    },
    exit: (code) => {
      throw new Error(`it wants to exit with ${code} at once`);
    },
  };
  const code = await runCli(args, io, program);
  return {
    code,
    out,
    err,
    json: () => JSON.parse(out),
    jsonLines: () =>
      out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
  };
}

/** What a shell would have set; with a home of its own. */
export async function settingsFor(service: TestService | null): Promise<Record<string, string>> {
  const home = await createTestFolder();
  const own = { HOME: home, XDG_CONFIG_HOME: `${home}/config` };
  return service === null ? own : { ...own, GANTRY_URL: service.url, GANTRY_API_KEY: adminKey };
}

/** Splits a line as a shell would, as far as the examples go: words, quotes, and the end of the command. */
export function shellWords(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (const character of line) {
    if (quote !== '') {
      if (character === quote) quote = '';
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if ('<>|)'.includes(character)) break;
    else if (character === ' ') {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + character;
  }
  return word === null ? words : [...words, word];
}
