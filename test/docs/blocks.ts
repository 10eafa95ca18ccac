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

/** What shell of the docs does that no test can: each begins one block. */
export const exceptions: ReadonlyArray<{ page: string; begins: string; why: string }> = [
  { page: 'README.md', begins: 'npm ci && npm start', why: 'the second command runs this very test' },
  { page: 'docs/demo.md', begins: 'npm ci && npm run demo', why: 'the smoke of each Node runs the demo' },
  { page: 'docs/soak.md', begins: 'npm run soak', why: 'test/crash.test.ts runs a short one' },
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
