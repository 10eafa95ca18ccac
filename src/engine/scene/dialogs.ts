import { tidy } from '../../kernel/text.ts';
import { headingIn, nameOf } from './names.ts';
import { isActive, isDialog, isItem } from './roles.ts';
import { ancestorsOf, type Scene, type Thing, thingsIn } from './scene.ts';

const cross = '[×✕✖✗✘⨯╳❌🗙]\\u{fe0f}?';
const crossOnly = new RegExp(`^(?:${cross}|x)$`, 'iu');
const crossBeside = new RegExp(`^${cross}\\s*|\\s*${cross}$`, 'gu');
/** "Close account" closes no dialog. */
const english =
  /^(?:close|dismiss)(?: (?:this|the))?(?: (?:dialog(?: box)?|modal|pop-?up|window|overlay|panel|drawer|sheet|message|banner))?(?: \(esc(?:ape)?\))?$/i;
const others =
  /^(?:schließen|fermer|cerrar|chiudi|fechar|sluiten|stäng|lukk|luk|sulje|zamknij|zavřít|kapat|закрыть|закрити|閉じる|关闭|關閉|닫기|đóng)$/i;
/** What developers call a button that shows only a picture. */
const closingId =
  /(?:^|[-_.:/])close(?:$|[-_.:/]|btn|button|icon|modal|dialog)|[a-z]Close(?:$|Button|Btn|Icon)/;
const asides = /^(?:alert|status|tooltip|note)$/;

/** The dialog that a person has before him. Which of several is in front, a page tells by the order of its document. */
export function dialogInFront({ things }: Scene): Thing | null {
  const seen = things.filter((thing) => thing.isVisible && thing.key !== '');
  return seen.findLast(({ isModal }) => isModal) ?? seen.findLast(isDialog) ?? null;
}

/** `the dialog "Settings"`: all that is in it is no name. */
export function dialogInWords(scene: Scene, dialog: Thing): string {
  const given = dialog.names.find(({ from }) => from === 'aria')?.text ?? '';
  const name = dialog.labels.length > 0 ? nameOf(scene, dialog) : given || headingIn(scene, dialog);
  return name === '' ? 'the dialog' : `the dialog "${name}"`;
}

/** Whether a dialog is still there; another page may give its key to something else. */
export function isOpenIn({ things }: Scene, { key, role }: Thing): boolean {
  return things.some((thing) => thing.key === key && thing.role === role && thing.isVisible);
}

/** The button that does nothing but close the dialog. */
export function closeButtonIn(scene: Scene, dialog: Thing): Thing | null {
  const buttons = thingsIn(scene, dialog)
    .filter((thing) => thing.isVisible && isActive(thing) && !thing.isDisabled)
    .filter((thing) => !isOfPart(scene, thing, dialog))
    .sort((one, other) => one.order - other.order);
  const named = buttons.find((button) => namesOf(scene, button).some(isClosing));
  return named ?? buttons.find((button) => isClosingById(scene, button)) ?? null;
}

const declining =
  /^(?:cancel|no|back|go back|not now|later|maybe later|discard|skip|abort|never ?mind|undo|help|learn more|more info.*|(?:no|cancel),? .*|don['’]t .*|keep .*)$/i;

/** The buttons of the dialog that neither close nor decline it. */
export function confirmingButtonsIn(scene: Scene, dialog: Thing): Thing[] {
  return thingsIn(scene, dialog)
    .filter((thing) => thing.role === 'button' && thing.isVisible && !thing.isDisabled)
    .filter((thing) => !isOfPart(scene, thing, dialog) && !isClosingById(scene, thing))
    .filter((thing) => !namesOf(scene, thing).some((name) => isClosing(name) || declining.test(name)));
}

function isClosing(name: string): boolean {
  if (crossOnly.test(name)) return true;
  const words = name.replace(crossBeside, '');
  return english.test(words) || others.test(words);
}

function namesOf(scene: Scene, button: Thing): string[] {
  const given = button.names.filter(({ from }) => from === 'aria' || from === 'title' || from === 'alt');
  return [nameOf(scene, button), ...given.map(({ text }) => text)].map(tidy);
}

function isClosingById(scene: Scene, button: Thing): boolean {
  const ids = button.names.filter(({ from }) => from === 'test id');
  return nameOf(scene, button) === '' && ids.some(({ text }) => closingId.test(text));
}

/** A tag or a message in the dialog may have a cross of its own. */
function isOfPart(scene: Scene, button: Thing, dialog: Thing): boolean {
  for (const around of ancestorsOf(scene, button)) {
    if (around === dialog) return false;
    if (isItem(around) || asides.test(around.role ?? '')) return true;
  }
  return false;
}
