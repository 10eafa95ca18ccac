import { readdir, readFile } from 'node:fs/promises';

export interface Block {
  page: string;
  line: number;
  language: string;
  text: string;
}

const root = new URL('../../', import.meta.url);

/** The pages that people read, as paths from the root of the repository. */
export async function pages(): Promise<string[]> {
  const names = await readdir(new URL('docs/', root));
  return ['README.md', ...names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)];
}

/** Every block of code of a page, in order. One that is only indented has no language. */
export async function blocksIn(page: string): Promise<Block[]> {
  const lines = (await readFile(new URL(page, root), 'utf8')).split('\n');
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const [at, line] of lines.entries()) {
    const fence = /^\s*```(\w*)/.exec(line);
    if (fence !== null) {
      if (open === null) open = { page, line: at + 1, language: fence[1] ?? '', text: '' };
      else {
        blocks.push(open);
        open = null;
      }
    } else if (open !== null) open.text += `${line}\n`;
    else if (/^ {4}\S/.test(line) && lines[at - 1]?.trim() === '')
      blocks.push({ page, line: at + 1, language: '', text: line });
  }
  return blocks;
}

/** The blocks of one language in a page, in order. */
export async function blocksOf(page: string, language: string): Promise<string[]> {
  const blocks = await blocksIn(page);
  return blocks.filter((block) => block.language === language).map(({ text }) => text);
}

/** Shell of the docs that no test can run, or that another test runs. Each entry is the beginning of one block. */
export const exceptions: ReadonlyArray<{ page: string; begins: string; why: string }> = [
  { page: 'README.md', begins: 'npm ci && npm start', why: 'the second command runs this very test' },
  {
    page: 'docs/cli.md',
    begins: 'gantry listen',
    why: 'it runs until it is stopped; test/tools/cli/listen.test.ts runs it',
  },
  { page: 'docs/demo.md', begins: 'npm ci && npm run demo', why: 'the smoke of each Node runs the demo' },
  {
    page: 'docs/embedded-postgres.md',
    begins: 'cd /path/to/data-directory',
    why: 'it needs pg_dump of PostgreSQL 18',
  },
  {
    page: 'docs/embedded-postgres.md',
    begins: 'pg_restore',
    why: 'it needs a PostgreSQL server and its clients',
  },
  { page: 'docs/kubernetes.md', begins: 'kubectl apply -f', why: 'it needs a cluster' },
  { page: 'docs/kubernetes.md', begins: 'kubectl -n gantry scale', why: 'it needs a cluster' },
  {
    page: 'docs/operating.md',
    begins: 'npm ci && npm run build',
    why: 'it removes the tools that run the tests',
  },
  { page: 'docs/operating.md', begins: 'useradd', why: 'it needs root and systemd' },
  { page: 'docs/operating.md', begins: 'docker build', why: 'it needs Docker' },
  { page: 'docs/operating.md', begins: 'docker compose', why: 'it needs Docker' },
  {
    page: 'docs/operating.md',
    begins: 'gantry backup',
    why: 'it names folders of an installation; test/tools/program/backup.test.ts runs both commands',
  },
  {
    page: 'docs/operating.md',
    begins: 'gantry restore',
    why: 'it names folders of an installation; test/tools/program/backup.test.ts runs both commands',
  },
  {
    page: 'docs/soak.md',
    begins: 'npm run soak',
    why: 'test/service/processes/crash.test.ts runs a short one',
  },
  { page: 'docs/phones.md', begins: 'sdkmanager', why: 'it needs an Android SDK' },
  { page: 'docs/phones.md', begins: 'npm install --global appium', why: 'it needs a Mac' },
  { page: 'docs/quickstart.md', begins: 'npm ci && npm start', why: 'it runs until it is stopped' },
  { page: 'docs/quickstart.md', begins: 'export GANTRY_URL=', why: 'the reader fills it in' },
];

/** The shell of a page that runs as it is pasted. */
export async function shellOf(page: string): Promise<string[]> {
  const blocks = await blocksIn(page);
  return blocks
    .filter(({ language, text }) => language === 'sh' && exceptionFor(page, text) === undefined)
    .map(({ text }) => text);
}

export function exceptionFor(page: string, text: string) {
  return exceptions.find((exception) => exception.page === page && text.startsWith(exception.begins));
}
