import type { Target } from '../../../devices/device.ts';
import { atOnce, type Check, steadyMs } from '../check.ts';
import { placesOf, saysExactly, saysSomewhere, shorten, tidy } from '../matching-text.ts';
import { absence, fits, nameOf, sightOf, tells, theirTexts, visible, whatIsThere } from './sightings.ts';

/** Texts and things that must be there. */
export function shown(wanted: Target): Check {
  const what = nameOf(wanted);
  return {
    expected: `to see ${what}`,
    steadyMs: atOnce,
    async look(view) {
      const found = await sightOf(wanted, view);
      return found === null
        ? { holds: false, actual: await absence(view, wanted) }
        : { holds: true, evidence: `Saw ${found}.` };
    },
  };
}

export function shownExactly(text: string): Check {
  return {
    expected: `to see exactly "${text}"`,
    steadyMs: atOnce,
    async look(view) {
      const screen = await view.screen();
      if (saysExactly(screen.text, text)) return { holds: true, evidence: `Saw "${text}".` };
      return { holds: false, actual: whatIsThere(view, screen, text) };
    },
  };
}

export function all(checks: readonly Check[], expected: string): Check {
  return {
    expected,
    steadyMs: Math.max(...checks.map((check) => check.steadyMs)),
    async look(view) {
      const evidence: string[] = [];
      for (const check of checks) {
        const sight = await check.look(view);
        if (!sight.holds) return { holds: false, actual: `${check.expected} failed: ${sight.actual}` };
        evidence.push(sight.evidence);
      }
      return { holds: true, evidence: evidence.join(' ') };
    },
  };
}

export function notShown(unwanted: Target): Check {
  const what = nameOf(unwanted);
  return {
    expected: `not to see ${what}`,
    steadyMs,
    async look(view) {
      const found = await sightOf(unwanted, view);
      if (found === null) return { holds: true, evidence: `Did not see ${what}.` };
      return { holds: false, actual: `the ${view.place} shows ${found}` };
    },
  };
}

export function nothingSays(text: string): Check {
  return {
    expected: `that nothing says "${text}"`,
    steadyMs,
    async look(view) {
      const screen = await view.screen();
      const line = screen.text.split('\n').find((candidate) => saysSomewhere(candidate, text));
      if (line === undefined) return { holds: true, evidence: `Nothing says "${text}".` };
      return { holds: false, actual: `the ${view.place} says "${shorten(tidy(line))}"` };
    },
  };
}

/** A text or thing in another: `See "2" in the row "Apples"`. */
export function shownIn(wanted: Target, place: Target, isWanted: boolean): Check {
  const [what, where] = [nameOf(wanted), nameOf(place)];
  return {
    expected: `${isWanted ? 'to' : 'not to'} see ${what} in ${where}`,
    steadyMs: isWanted ? atOnce : steadyMs,
    async look(view) {
      const around = visible(await view.find(place));
      const isPlain = wanted.role === undefined && wanted.nth === undefined;
      let isThere = isPlain && around.some((sighting) => tells(sighting, wanted.name ?? ''));
      if (!isThere && place.name !== undefined) {
        const inside = await view.find({ ...wanted, within: place.name });
        isThere = visible(inside).some((sighting) => fits(sighting, wanted));
      }
      if (isThere === isWanted) {
        return { holds: true, evidence: `${isThere ? 'Saw' : 'Did not see'} ${what} in ${where}.` };
      }
      if (!isWanted) return { holds: false, actual: `${where} shows it` };
      if (around.length === 0) return { holds: false, actual: await absence(view, place) };
      return { holds: false, actual: `${where} says ${theirTexts(around)}` };
    },
  };
}

export function timesShown(text: string, count: number): Check {
  return {
    expected: `to see "${text}" ${times(count)}`,
    steadyMs,
    async look(view) {
      const screen = await view.screen();
      const found = placesOf(screen.text, text).length;
      if (found === count) return { holds: true, evidence: `Saw "${text}" ${times(count)}.` };
      const beside = found === 0 ? `; ${whatIsThere(view, screen, text)}` : '';
      return { holds: false, actual: `it is there ${times(found)}${beside}` };
    },
  };
}

export function numberOf(things: Target, count: number, within: string | null): Check {
  const target: Target = within === null ? things : { ...things, within };
  const what = `${things.name === undefined ? '' : `"${things.name}" `}${things.role ?? 'thing'}${count === 1 ? '' : 's'}`;
  return {
    expected: `to see ${count} ${what}${within === null ? '' : ` in "${within}"`}`,
    steadyMs,
    async look(view) {
      const found = visible(await view.find(target)).filter((sighting) => fits(sighting, things));
      if (found.length === count) return { holds: true, evidence: `Saw ${count} ${what}.` };
      const names = found.length === 0 ? '' : `: ${theirTexts(found, 10)}`;
      return { holds: false, actual: `there ${found.length === 1 ? 'is' : 'are'} ${found.length}${names}` };
    },
  };
}

export function inOrder(texts: readonly string[]): Check {
  const order = texts.map((text) => `"${text}"`).join(' before ');
  return {
    expected: `to see ${order}`,
    steadyMs,
    async look(view) {
      const screen = await view.screen();
      const firsts = texts.map((text) => ({ text, at: placesOf(screen.text, text)[0] }));
      const absent = firsts.find(({ at }) => at === undefined);
      if (absent !== undefined) {
        return {
          holds: false,
          actual: `"${absent.text}" is missing; ${whatIsThere(view, screen, absent.text)}`,
        };
      }
      const isInOrder = firsts.every(({ at = 0 }, nth) => nth === 0 || at > (firsts[nth - 1]?.at ?? 0));
      if (isInOrder) return { holds: true, evidence: `Saw ${order}.` };
      const actual = firsts.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
      return { holds: false, actual: `the order is ${actual.map(({ text }) => `"${text}"`).join(', ')}` };
    },
  };
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}
