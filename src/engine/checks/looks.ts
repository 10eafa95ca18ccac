import type { PagePicture } from '../acting/device.ts';
import { faultOfPictureName } from '../acting/picture-name.ts';
import type { Claim } from '../grammar/instruction.ts';
import type { PictureId, RunReport } from '../report.ts';
import { ExecutionFailure } from '../report.ts';
import type { Rect } from '../scene/rect.ts';
import { resolve } from '../scene/resolve.ts';
import type { Scene } from '../scene/scene.ts';
import { settled } from '../scene/settle.ts';
import type { Target } from '../scene/target.ts';
import { atOnce, type Check } from './check.ts';
import { compare, type Difference } from './compare-pictures.ts';

/** Where approved pictures come from, and where others wait for approval. */
export type Pictures = Pick<RunReport, 'baseline' | 'propose'>;

type PictureComparison = Extract<Claim, { claim: 'looks' }>;

/** The page looks as in the approved picture. Without one there is no verdict: the run ends when all of its pictures are there. */
export function looksAsBefore(
  { name, number = 1, except = [] }: PictureComparison,
  pictures: Pictures,
): Check {
  let approving: Promise<Buffer | null> | null = null;
  let last: { picture: PagePicture; difference: Difference | null } | null = null;
  const fault = name === null ? null : faultOfPictureName(name);
  // What a variable holds is not known when the sentence is read.
  if (fault !== null) throw new ExecutionFailure('STEP_NOT_UNDERSTOOD', fault);
  const idOf = ({ width, height, browser }: PagePicture): PictureId => ({
    name: name ?? String(number),
    width,
    height,
    browser,
  });

  /** The id under which it can be approved; null where it could not be kept. */
  async function propose(): Promise<string | null> {
    if (last === null) return null;
    const { picture, difference } = last;
    return pictures.propose({ picture: idOf(picture), png: picture.png, difference }).catch(() => null);
  }

  return {
    expected: `the page to look ${name === null ? 'as before' : `like "${name}"`}`,
    steadyMs: atOnce,
    async look({ page, scene, signal }) {
      if (page === null) return { holds: true, evidence: '' };
      const picture = await page.picture(signal);
      approving ??= approvedPicture(pictures, idOf(picture));
      const approved = await approving;
      if (approved === null) {
        const isStill = last?.picture.png.equals(picture.png) === true;
        last = { picture, difference: null };
        if (isStill) throw notApproved(await propose());
        return { holds: false, actual: 'it does not come to rest' };
      }
      const difference = compare(approved, picture.png, placesOf(scene, except));
      if (difference === null) return { holds: true, evidence: 'The page looks as in the approved picture.' };
      last = { picture, difference };
      return { holds: false, actual: inWords(difference), rect: difference.rect };
    },
    async givenUp() {
      const id = await propose();
      if (last?.difference === null) throw notApproved(id);
      return id === null
        ? 'The new picture could not be kept.'
        : `If it is right as it is now, approve it: POST /baselines/${id}/approve.`;
    },
  };
}

function approvedPicture(pictures: Pictures, id: PictureId): Promise<Buffer | null> {
  return pictures.baseline(id).catch((error: unknown) => {
    throw new ExecutionFailure(
      'BASELINE_UNAVAILABLE',
      'The approved picture could not be read from storage.',
      {
        cause: error,
      },
    );
  });
}

function notApproved(id: string | null): ExecutionFailure {
  const what = id === null ? 'It could not be kept.' : `Approve it: POST /baselines/${id}/approve.`;
  return new ExecutionFailure(
    'BASELINE_NOT_APPROVED',
    `There is no approved picture to compare the page with yet, so there is no verdict. ${what}`,
  );
}

function placesOf(scene: Scene, targets: readonly Target[]): Rect[] {
  return targets.flatMap((target) =>
    resolve(scene, settled(scene, target), 'look').matches.flatMap(
      ({ thing, words }) => words ?? thing.rect ?? [],
    ),
  );
}

function inWords({ pixels, share, rect }: Difference): string {
  const percent = share < 0.0001 ? 'less than 0.01 %' : `${(share * 100).toFixed(2)} %`;
  const place = rect === null ? '' : `, in an area of ${rect.width} × ${rect.height} at ${rect.x}, ${rect.y}`;
  return `${pixels.toLocaleString('en')} pixels differ (${percent})${place}`;
}
