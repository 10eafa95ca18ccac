import { type ActionFailed, type Limits, mismatch } from '../../acting/device.ts';
import { nameOf } from '../../scene/names.ts';
import { textOf } from '../../scene/painted-text.ts';
import { isActive } from '../../scene/roles.ts';
import { ancestorsOf, type Scene, type Thing, thingsIn } from '../../scene/scene.ts';
import type { LocatedElement } from '../page/locate.ts';
import type { ActionContext } from './act-on-target.ts';
import { awaitOnPage, comesToBe } from './await-page.ts';
import { clickOn, clickTarget } from './gestures.ts';

/** How long a calendar may take to open, or to show another month. */
const calendarMs = 2_000;
/** Ten years. */
const mostMonths = 120;
const fewestDays = 28;
/** How far above its days a calendar shows the month. */
const maxLevels = 5;
const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const heading = new RegExp(`\\b(${months.join('|')})[a-z]*\\.?,?\\s(\\d{4})\\b`, 'gi');
const isoDate = /^(\d{4})-(\d{2})-(\d{2})$/;
const dayNumber = /^(?:[12]?\d|3[01])$/;
const turning = {
  back: /^(?:prev|previous|previous month|prev month|earlier|go to (?:the )?previous month|[<‹«←])$/i,
  forth: /^(?:next|next month|later|go to (?:the )?next month|[>›»→])$/i,
};

interface Calendar {
  readonly scene: Scene;
  readonly box: Thing;
  /** Months since the year 0. */
  readonly month: number;
}

/** Opens the calendar of a field, turns its pages to the month, and clicks the day. False where no calendar opens. */
export async function chooseDate(
  context: ActionContext,
  field: LocatedElement,
  date: string,
  limits: Limits,
): Promise<boolean> {
  const [year = 0, month = 0, day = 0] = (isoDate.exec(date) ?? []).slice(1).map(Number);
  const soon = { ...limits, timeoutMs: calendarMs };
  await clickOn(context, field, { timeout: limits.timeoutMs });
  let { found: calendar } = await awaitOnPage(context, soon, calendarIn);
  if (calendar === null) return false;
  const wanted = year * 12 + month - 1;
  for (let turns = 0; calendar.month !== wanted; turns += 1) {
    const shown: Calendar = calendar;
    const turner = turnerIn(shown, shown.month < wanted ? turning.forth : turning.back);
    if (turner === null || turns === mostMonths) throw notOffered(field, date, shown);
    await clickTarget(context, { ref: turner.key }, limits);
    const { found } = await awaitOnPage(context, soon, (scene) => {
      const now = calendarIn(scene);
      return now?.month === shown.month ? null : now;
    });
    if (found === null) throw notOffered(field, date, shown);
    calendar = found;
  }
  const thing = dayIn(calendar, day);
  if (thing === null) throw notOffered(field, date, calendar);
  await clickTarget(context, { ref: thing.key }, limits);
  await mustHold(context, field, { year, day, date }, soon);
  return true;
}

/** The only one: a box with the days of one month, and with its name. */
function calendarIn(scene: Scene): Calendar | null {
  const days = usableIn(scene.things).filter((thing) => isDay(scene, thing));
  const boxes = new Map<number, Thing>();
  for (const day of days) {
    const box = [...ancestorsOf(scene, day)].find((around) => isIncluding(around, days, fewestDays));
    if (box !== undefined) boxes.set(box.index, box);
  }
  // A number elsewhere on the page lies with all days in a larger box.
  const [grid, ...others] = [...boxes.values()].filter((box) => !isIncluding(box, [...boxes.values()], 1));
  if (grid === undefined || others.length > 0) return null;
  for (const box of [grid, ...ancestorsOf(scene, grid)].slice(0, maxLevels)) {
    const [found, ...more] = textOf(scene, box).matchAll(heading);
    if (more.length > 0) return null;
    const [, name = '', year = ''] = found ?? [];
    if (year !== '')
      return { scene, box, month: Number(year) * 12 + months.indexOf(name.slice(0, 3).toLowerCase()) };
  }
  return null;
}

function isIncluding({ index, end }: Thing, things: readonly Thing[], least: number): boolean {
  return things.filter((thing) => thing.index > index && thing.index < end).length >= least;
}

function isDay(scene: Scene, thing: Thing): boolean {
  return isActive(thing) && dayNumber.test(textOf(scene, thing));
}

function turnerIn({ scene, box }: Calendar, words: RegExp): Thing | null {
  const isTurner = (thing: Thing) =>
    [nameOf(scene, thing), ...thing.names.map(({ text }) => text)].some((name) => words.test(name.trim()));
  return usableIn(thingsIn(scene, box)).find(isTurner) ?? null;
}

/** Many a calendar also shows the last days of the month before, and the first of the next. */
function dayIn({ scene, box }: Calendar, day: number): Thing | null {
  const ofName = usableIn(thingsIn(scene, box)).filter(
    (thing) => isActive(thing) && textOf(scene, thing) === String(day),
  );
  const days = ofName.filter(
    (thing) => !ofName.some((inner) => inner !== thing && inner.parent === thing.index),
  );
  return (day <= 15 ? days[0] : days.at(-1)) ?? null;
}

function usableIn(things: readonly Thing[]): Thing[] {
  return things.filter((thing) => thing.isVisible && !thing.isDisabled && thing.key !== '');
}

/** In whichever form the field writes a date. */
async function mustHold(
  context: ActionContext,
  { thing: field, words }: LocatedElement,
  { year, day, date }: { year: number; day: number; date: string },
  limits: Limits,
): Promise<void> {
  let held = '';
  const isChosen = await comesToBe(context, limits, ({ things }) => {
    held = things.find(({ key }) => key === field.key)?.value ?? '';
    const numbers = held.match(/\d+/g)?.map(Number) ?? [];
    return numbers.includes(day) && (numbers.includes(year) || numbers.includes(year % 100));
  });
  if (isChosen) return;
  throw mismatch(`${date} could not be chosen in ${words}`, {
    expected: `${words} holds ${date}`,
    actual: `it holds "${held}"`,
  });
}

function notOffered({ words }: LocatedElement, date: string, { scene, box }: Calendar): ActionFailed {
  const shown = textOf(scene, box).match(heading)?.[0] ?? 'no month';
  return mismatch(`${date} could not be chosen in ${words}`, {
    expected: `a calendar with ${date}`,
    actual: `its calendar shows ${shown}, and goes no further`,
  });
}
