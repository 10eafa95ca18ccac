import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the links of README.md, docs and llms.txt', () => {
  it('lead to files that exist, and to headings that they have', async () => {
    const broken: string[] = [];
    for (const page of await pages()) {
      for (const target of linksIn(await read(page))) {
        const fault = await faultOf(page, target);
        if (fault !== null) broken.push(`${page}: ${target} ${fault}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('lead from llms.txt to every page of docs', async () => {
    const linked = new Set(linksIn(await read('llms.txt')));
    const missing = (await pages()).filter((page) => /^docs\/[^/]+\.md$/.test(page) && !linked.has(page));
    expect(missing).toEqual([]);
  });
});

async function pages(): Promise<string[]> {
  const below = await readdir(join(root, 'docs'), { recursive: true });
  const docs = below.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`);
  return ['README.md', 'llms.txt', 'bench/README.md', ...docs.sort()];
}

async function faultOf(page: string, target: string): Promise<string | null> {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : relative(root, join(root, dirname(page), path));
  if (file.startsWith('..')) return 'lies outside';
  const isThere = await access(join(root, file)).then(
    () => true,
    () => false,
  );
  if (!isThere) return 'does not exist';
  if (anchor === undefined) return null;
  return headingsIn(await read(file)).includes(anchor) ? null : 'has no such heading';
}

/** Those to other hosts are not asked for. */
function linksIn(text: string): string[] {
  const targets = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** As GitHub names them. */
function headingsIn(text: string): string[] {
  return [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, '');
}

async function read(file: string): Promise<string> {
  return readFile(join(root, file), 'utf8');
}
