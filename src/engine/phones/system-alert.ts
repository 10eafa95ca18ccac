import { script } from './script.ts';
import { type AppiumSession, nullIfRefused } from './session.ts';
import { ancestorsOf, type Bounds, type UiNode, type UiTree } from './ui-node.ts';
import type { XmlElement } from './xml.ts';

/** An alert that iOS shows over the app, such as one that asks for a permission. The app's tree does not hold it. */
export interface SystemAlert {
  /** Title and message, a line for each. */
  readonly text: string;
  readonly buttons: readonly string[];
}

/** How often a caller that waits for something asks whether such an alert is why it does not come. */
const pauseMs = 1_000;

export function createSystemAlerts(session: AppiumSession) {
  let open: SystemAlert | null = null;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  return {
    /** The one that was open when last asked, asked for again; without a request where none was. `appTree` is without it. */
    async current(appTree: () => UiTree, signal: AbortSignal): Promise<SystemAlert | null> {
      if (open === null) return null;
      const buttons = await buttonsOf(session, signal);
      // The same object while it is the same alert: what was read from it stays good.
      if (buttons === null || isOfApp(appTree(), buttons)) open = null;
      else if (!isSameList(open.buttons, buttons)) open = await alertWith(session, buttons, signal);
      return open;
    },
    /** Asks whether one is open that the tree does not hold: at most once a second, unless it must be known at once. */
    async notice(tree: UiTree, signal: AbortSignal, isUrgent: boolean): Promise<boolean> {
      if (session.platform !== 'ios' || open !== null) return false;
      if (!isUrgent && performance.now() - askedAtMs < pauseMs) return false;
      askedAtMs = performance.now();
      const buttons = await buttonsOf(session, signal);
      if (buttons === null || buttons.length === 0 || isOfApp(tree, buttons)) return false;
      open = await alertWith(session, buttons, signal);
      return true;
    },
  };
}

/** Null where no alert is open. */
async function buttonsOf(session: AppiumSession, signal: AbortSignal): Promise<readonly string[] | null> {
  // Null also of a driver that has no such command.
  const answer = await script<unknown>({ session }, 'mobile: alert', { action: 'getButtons' }, signal).catch(
    nullIfRefused,
  );
  return Array.isArray(answer) ? answer.map(String) : null;
}

async function alertWith(
  session: AppiumSession,
  buttons: readonly string[],
  signal: AbortSignal,
): Promise<SystemAlert | null> {
  const text = await session.call(signal, (client) => client.getAlertText()).catch(nullIfRefused);
  return text === null ? null : { buttons, text };
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}

/** The driver reports alerts of the app in the same way. */
function isOfApp({ nodes }: UiTree, buttons: readonly string[]): boolean {
  return buttons.every((label) => nodes.some((node) => node.text === label && isButtonInDialog(node)));
}

function isButtonInDialog(node: UiNode): boolean {
  return (
    node.role === 'button' &&
    node.isVisible &&
    [...ancestorsOf(node)].some(({ role, isVisible }) => role === 'dialog' && isVisible)
  );
}

/** In points; the driver does not say where an alert is, and iOS shows it in the middle. */
const width = 270;
const lineHeight = 24;
const buttonHeight = 44;

/** The alert as the driver would write it, were it a part of the app. */
export function alertElement({ text, buttons }: SystemAlert, screen: Bounds): XmlElement {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const height = lines.length * lineHeight + buttons.length * buttonHeight;
  const left = (screen.left + screen.right - width) / 2;
  const top = (screen.top + screen.bottom - height) / 2;
  const buttonsTop = top + lines.length * lineHeight;
  return element('Alert', lines[0] ?? '', { x: left, y: top, height }, [
    ...lines.map((line, at) =>
      element('StaticText', line, { x: left, y: top + at * lineHeight, height: lineHeight }),
    ),
    ...buttons.map((label, at) =>
      element('Button', label, { x: left, y: buttonsTop + at * buttonHeight, height: buttonHeight }),
    ),
  ]);
}

function element(
  kind: string,
  label: string,
  { x, y, height }: { x: number; y: number; height: number },
  children: XmlElement[] = [],
): XmlElement {
  const place = { x: String(x), y: String(y), width: String(width), height: String(height) };
  return { tag: `XCUIElementType${kind}`, attributes: { name: label, label, ...place }, children };
}

/** Whether it is a part of the alert that covers the app: no finger can be sent to where it is. */
export function isOfAlert({ alert }: UiTree, node: UiNode): boolean {
  return alert !== null && (node === alert || [...ancestorsOf(node)].includes(alert));
}
