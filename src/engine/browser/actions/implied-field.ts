import { ActionFailed, type Limits } from '../../acting/device.ts';
import { seconds } from '../../acting/seconds.ts';
import { ExecutionFailure } from '../../report.ts';
import { find } from '../../scene/find.ts';
import type { Scene, Thing } from '../../scene/scene.ts';
import type { Target } from '../../scene/target.ts';
import { thingInWords } from '../../scene/wording.ts';
import type { ActionContext } from './act-on-target.ts';
import { awaitOnPage } from './await-page.ts';

/** A field that nobody has named, and what is left of the time to use it. */
interface ImpliedField {
  readonly target: Target;
  readonly limits: Limits;
}

/** One field may take the place of another. */
const ambiguityGraceMs = 800;

/** The field that keys would go to. */
export async function fieldInFocus(context: ActionContext, limits: Limits): Promise<ImpliedField> {
  const { found, scene, left } = await awaitOnPage(context, limits, ({ things }) => {
    return things.findLast(({ isFocused, isEditable }) => isFocused && isEditable) ?? null;
  });
  if (found === null) throw noFocus(scene, limits);
  return { target: { ref: found.key }, limits: left };
}

function noFocus(scene: Scene, { timeoutMs }: Limits): ActionFailed {
  const other = scene.things.findLast(({ isFocused }) => isFocused);
  const actual =
    other === undefined ? 'nothing has the focus' : `${thingInWords(scene, other)} has the focus`;
  return new ActionFailed(
    `No field got the focus within ${seconds(timeoutMs)}: ${actual}. Say which field to type into, or click it first.`,
    { expected: 'a field that has the focus', actual, rect: other?.rect ?? null },
  );
}

/** Also one that the page hides behind a place to drop files on. */
export async function onlyFileField(context: ActionContext, limits: Limits): Promise<ImpliedField> {
  const { found, scene, left } = await awaitOnPage(context, limits, (seen, waitedMs) => {
    const fields = fileFields(seen);
    return fields.length === 1 || (fields.length > 1 && waitedMs >= ambiguityGraceMs) ? fields : null;
  });
  const [field, ...others] = found ?? fileFields(scene);
  if (field === undefined) throw noFileField(limits);
  if (others.length > 0) throw severalFileFields(scene, [field, ...others]);
  return { target: { ref: field.key }, limits: left };
}

function fileFields(scene: Scene): Thing[] {
  const { matches } = find(scene, {}, 'upload');
  return matches.map(({ thing }) => thing).filter(({ role }) => role === 'file');
}

function noFileField({ timeoutMs }: Limits): ActionFailed {
  const message = `There is no file field on the page within ${seconds(timeoutMs)}. If a button opens the choice of a file, say which one.`;
  return new ActionFailed(message, { expected: 'a file field on the page', actual: 'there is none' });
}

function severalFileFields(scene: Scene, fields: readonly Thing[]): ExecutionFailure {
  const listed = fields.map((field, at) => `${at + 1}. ${thingInWords(scene, field)}`).join('; ');
  return new ExecutionFailure(
    'STEP_AMBIGUOUS',
    `The page has ${fields.length} file fields: ${listed}. Say which one the file is for.`,
  );
}
