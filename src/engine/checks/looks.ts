import type { PagePicture } from '../acting/device.ts';
import { faultOfPictureName } from '../acting/picture-name.ts';
import { assertion } from '../grammar/assertion.ts';
import { Refused } from '../grammar/refused.ts';
import { onWeb } from '../grammar/verb.ts';
import type { PictureId } from '../report.ts';
import { ExecutionFailure } from '../report.ts';
import type { Rect } from '../scene/rect.ts';
import { resolve } from '../scene/resolve.ts';
import type { Scene } from '../scene/scene.ts';
import { settled } from '../scene/settle.ts';
import type { Target } from '../scene/target.ts';
import { inQuotes } from '../scene/words.ts';
import { inWords } from './absence.ts';
import { atOnce, type Check } from './check.ts';
import type { ClaimKind, ClaimOf, Pictures } from './claim-kind.ts';
import { compare, type Difference } from './compare-pictures.ts';

/** The page looks as in the approved picture. */
export const looks: ClaimKind<'looks'> = {
  ways: [
    assertion({
      platforms: onWeb,
      description:
        'The page looks as in the picture that was approved for this test, the size of its window and the browser. Only a stored test has such pictures.',
      examples: [
        'The page looks as before',
        'The page looks like "Checkout"',
        'The page looks as before except "Clock" and "Banner"',
      ],
      patterns: [
        '<page> look [exactly] [the] [same] as|like before [<apart>]',
        '<page> look unchanged [<apart>]',
        '<page> look [exactly] as|like [in] [the] [picture|screenshot|baseline] <text> [<apart>]',
        '<page> match [the] baseline|picture|screenshot [<text>] [<apart>]',
      ],
      build({ text: name = null, apart }, { isNegated }) {
        if (isNegated) return null;
        const fault = name === null ? null : faultOfPictureName(name);
        if (fault !== null) throw new Refused(fault);
        return { claim: 'looks', name, ...(apart !== undefined && { except: apart.targets }) };
      },
    }),
  ],
  words({ name, except }) {
    const as = name === null ? 'as before' : `like ${inQuotes(name)}`;
    return `the page looks ${as}${except === undefined ? '' : ` except ${except.map(inWords).join(' and ')}`}`;
  },
  spoken: ({ except = [] }) => ({ targets: except }),
  check: (claim, _isWanted, pictures) => looksAsBefore(claim, pictures),
};

/** Without an approved picture there is no verdict: the run ends when all of its pictures are there. */
function looksAsBefore({ name, number = 1, except = [] }: ClaimOf<'looks'>, pictures: Pictures): Check {
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
      return { holds: false, actual: differenceInWords(difference), rect: difference.rect };
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

function differenceInWords({ pixels, share, rect }: Difference): string {
  const percent = share < 0.0001 ? 'less than 0.01 %' : `${(share * 100).toFixed(2)} %`;
  const place = rect === null ? '' : `, in an area of ${rect.width} × ${rect.height} at ${rect.x}, ${rect.y}`;
  return `${pixels.toLocaleString('en')} pixels differ (${percent})${place}`;
}
