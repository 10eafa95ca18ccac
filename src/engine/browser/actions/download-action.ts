import { ActionFailed, failure, type Limits, mismatch } from '../../acting/device.ts';
import { createPatience } from '../../acting/look-clock.ts';
import type { Performers } from '../../acting/perform.ts';
import { seconds } from '../../acting/seconds.ts';
import { find, isElsewhere } from '../../scene/find.ts';
import { isActive } from '../../scene/roles.ts';
import type { Scene } from '../../scene/scene.ts';
import { settled } from '../../scene/settle.ts';
import type { Target } from '../../scene/target.ts';
import { missing } from '../../scene/wording.ts';
import { isSameExactly } from '../../scene/words.ts';
import type { KnownDownload } from '../page/downloads.ts';
import type { ActionContext } from './act-on-target.ts';
import { awaitOnPage } from './await-page.ts';
import { clickTarget } from './gestures.ts';

/** What is clicked to get a file, or the file itself where a step before has got it. */
type Source =
  | { readonly purpose: 'click' | 'download'; readonly limits: Limits }
  | { readonly earlier: KnownDownload };

/** How it was before anything was clicked. */
interface Before {
  readonly files: number;
  readonly address: string;
}

/** A file that is waited for. */
interface Sought {
  readonly words: string;
  /** Null while there is none. */
  now(): KnownDownload | null;
}

/** The thing of that very name may still be on its way. */
const graceMs = 1_000;
const pauseMs = 250;

export function downloadAction(context: ActionContext) {
  return {
    async download({ target, filename }, limits) {
      const { downloads } = context;
      const before = { files: downloads.all().length, address: context.page().url() };
      const source: Source =
        filename === undefined ? await sourceOf(context, target, limits) : { purpose: 'click', limits };
      if ('earlier' in source) {
        const file = await arrived(context, limits, before, {
          words: 'file',
          now: () => downloads.named(source.earlier.name),
        });
        return `${inWords(file)} was downloaded by a step before.`;
      }
      const { purpose } = source;
      const { spot } = await clickTarget(context, target, source.limits, { purpose });
      const isMeant = ({ name }: KnownDownload) => filename === undefined || isSameExactly(name, filename);
      const sought: Sought = {
        words: filename === undefined ? 'file' : `file "${filename}"`,
        now: () => furthest(downloads.all().slice(before.files).filter(isMeant)),
      };
      try {
        const file = await arrived(context, limits, before, sought);
        const clicked = purpose === 'click' ? spot.words : 'the link to it';
        return `Downloaded ${inWords(file)} by clicking ${clicked}.`;
      } catch (error) {
        throw error instanceof ActionFailed ? error.at(spot.thing.rect) : error;
      }
    },
  } satisfies Partial<Performers<'web'>>;
}

/** A click may begin several. */
function furthest(files: readonly KnownDownload[]): KnownDownload | null {
  const states: ReadonlyArray<KnownDownload['state']> = ['finished', 'under way', 'failed'];
  return states.map((state) => files.find((file) => file.state === state)).find(Boolean) ?? null;
}

/** A thing that is called so, a link that leads to a file that is called so, or such a file that has come before. */
async function sourceOf(context: ActionContext, target: Target, limits: Limits): Promise<Source> {
  type Found = { purpose: 'click' | 'download' } | { earlier: KnownDownload };
  const { found, scene, left } = await awaitOnPage<Found>(context, limits, (seen, waitedMs) => {
    const named = find(seen, target, 'click');
    const isSure = named.isSeen && named.isExact && named.matches.some(({ thing }) => isActive(thing));
    if (isSure) return { purpose: 'click' };
    if (waitedMs < Math.min(graceMs, limits.timeoutMs)) return null;
    if (find(seen, target, 'download').isSeen) return { purpose: 'download' };
    const earlier = target.name === undefined ? null : context.downloads.named(target.name);
    if (earlier !== null) return { earlier };
    return named.isSeen ? { purpose: 'click' } : null;
  });
  if (found === null) throw notThere(scene, target, limits);
  return 'earlier' in found ? found : { ...found, limits: left };
}

function notThere(scene: Scene, target: Target, { timeoutMs }: Limits): Error {
  const fault = missing(scene, settled(scene, target, 'click'), {
    hidden: find(scene, target, 'click').total,
    isElsewhere: isElsewhere(scene, target, 'click'),
    waited: seconds(timeoutMs),
  });
  return failure(fault);
}

/** Waits until the file is there as a whole. */
async function arrived(
  context: ActionContext,
  { timeoutMs, signal }: Limits,
  before: Before,
  sought: Sought,
): Promise<KnownDownload> {
  const isTooLate = createPatience(timeoutMs);
  for (;;) {
    const file = sought.now();
    if (file?.state === 'finished') return file;
    if (file?.state === 'failed')
      throw new ActionFailed(`The download of "${file.name}" failed: ${file.reason}.`, {
        expected: `"${file.name}" is downloaded`,
        actual: file.reason ?? 'it failed',
      });
    if (isTooLate()) {
      throw mismatch(`No ${sought.words} was downloaded within ${seconds(timeoutMs)}`, {
        expected: `a ${sought.words} is downloaded`,
        actual: file === null ? whatCame(context, before) : `${inWords(file)} is still under way`,
      });
    }
    await context.downloads.change(pauseMs, signal);
    signal.throwIfAborted();
  }
}

function whatCame({ downloads, dialogs, page }: ActionContext, before: Before): string {
  const others = downloads.all().slice(before.files);
  if (others.length > 0) return `what came is called ${others.map(({ name }) => `"${name}"`).join(', ')}`;
  const dialog = dialogs.open();
  if (dialog !== null) return `a dialog of the page asks: "${dialog.message()}"`;
  const address = page().url();
  return address === before.address
    ? 'no download has begun'
    : `no download has begun, and the page is now ${address}`;
}

function inWords({ name, size }: KnownDownload): string {
  return `"${name}" (${size} ${size === 1 ? 'byte' : 'bytes'})`;
}
