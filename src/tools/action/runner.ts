import { appendFile } from 'node:fs/promises';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the runner of GitHub Actions understands: lines of a certain form on standard output, and files that it reads afterwards. */
export interface Runner {
  /** A line of the log. Whatever it holds, it is no command. */
  say(line: string): void;
  error(title: string, message: string): void;
  warning(title: string, message: string): void;
  /** From now on the log shows stars in its place. */
  mask(secret: string): void;
  output(name: string, value: string): Promise<void>;
  summary(html: string): Promise<void>;
}

export function createRunner(env: Environment, write: (text: string) => void): Runner {
  const annotate = (kind: 'error' | 'warning') => (title: string, message: string) =>
    write(`::${kind} title=${escapeProperty(disarm(title))}::${escapeData(disarm(message))}\n`);
  return {
    say: (line) => write(`${plainLine(line)}\n`),
    error: annotate('error'),
    warning: annotate('warning'),
    mask(secret) {
      for (const line of secret.split(/\r?\n/).filter(Boolean)) write(`::add-mask::${escapeData(line)}\n`);
    },
    async output(name, value) {
      if (!env.GITHUB_OUTPUT) return;
      // Random, so that no value can hold it and begin an output of its own.
      const delimiter = `gantry_${crypto.randomUUID()}`;
      await appendFile(env.GITHUB_OUTPUT, `${name}<<${delimiter}\n${value}\n${delimiter}\n`);
    },
    async summary(html) {
      if (env.GITHUB_STEP_SUMMARY) await appendFile(env.GITHUB_STEP_SUMMARY, html);
    },
  };
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** The runner obeys a line that begins with `::`, and one that has `##[` anywhere. Titles and texts of tested pages may hold both. */
export function plainLine(text: string): string {
  return disarm(text.replace(/\p{Cc}+/gu, ' ')).replace(/^(\s*):(?=:)/, '$1: ');
}

function disarm(text: string): string {
  return text.replaceAll('##[', '## [');
}
