import { createScene } from '../scene/create-scene.ts';
import { type Rect, sharedHeight } from '../scene/rect.ts';
import { type GivenName, type Scene, type TextRunFacts, type ThingFacts, thingOf } from '../scene/scene.ts';
import { type Bounds, subtreeOf, type UiNode, type UiTree } from './ui-node.ts';

const seenScenes = new WeakMap<UiTree, Scene>();
const scrolledScenes = new WeakMap<UiTree, Scene>();

/** What is on the screen of a phone. Its things stand in the order of the tree's nodes; all measures are points. */
export function sceneOfTree(tree: UiTree): Scene {
  return remembered(seenScenes, tree, false);
}

/** The same, with what scrolling would bring onto the screen, each thing where the platform says that it is. */
export function scrolledSceneOf(tree: UiTree): Scene {
  return remembered(scrolledScenes, tree, true);
}

function remembered(scenes: WeakMap<UiTree, Scene>, tree: UiTree, isScrolled: boolean): Scene {
  let scene = scenes.get(tree);
  if (scene === undefined) {
    scene = drawn(tree, isScrolled);
    scenes.set(tree, scene);
  }
  return scene;
}

function drawn(tree: UiTree, isScrolled: boolean): Scene {
  const scale = pixelsPerPoint(tree);
  const isShown = (node: UiNode) => node.isVisible || (isScrolled && node.isOffScreen);
  const placeOf = (node: UiNode) => {
    const bounds = isScrolled && node.isOffScreen ? node.bounds : node.seen;
    return bounds === null || !isShown(node) ? null : rectOf(bounds, scale);
  };
  const painted = paintedTexts(tree, isShown);
  const roles = rolesIn(tree);
  const chosen = chosenOfBars(tree, roles);
  const things: ThingFacts[] = [];
  const runs: TextRunFacts[] = [];
  const screen = rectOf(tree.screen, scale);
  for (const node of tree.nodes) {
    const { index } = node;
    const rect = placeOf(node);
    const own = painted[index] ?? '';
    const role = roles[index] ?? null;
    things.push({
      parent: node.parent?.index ?? -1,
      key: node.ref,
      role,
      rect,
      isVisible: isShown(node),
      names: namesOf(node, own),
      labels: labelsIn(node, painted),
      shape: shapeOf(node),
      value: heldBy(node),
      isDisabled: !node.isEnabled,
      isFocused: node.isFocused,
      isChecked: node.isChecked,
      isSelected: chosen.get(node) ?? node.isSelected,
      isEditable: role === 'textbox',
      isInvalid: node.isInvalid,
      isClickable: node.isClickable,
      isScrollable: node.isScrollable,
      isModal: role === 'dialog',
      isBlock: true,
      isKey: node.isKey,
    });
    if (own !== '') runs.push(...linesOf(own, rect ?? toastPlace(screen), index));
  }
  return createScene({ url: null, title: titleOf(tree), screen }, things.map(thingOf), runs);
}

/**
 * Drivers of Android measure in pixels, of which a point has one to four, and don't say how many. Phones are about 390
 * points wide, and twice as high; tablets are broader.
 */
function pixelsPerPoint({ platform, screen }: UiTree): number {
  if (platform === 'ios') return 1;
  const [width, height] = [screen.right - screen.left, screen.bottom - screen.top];
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  return Math.max(shorter / (longer > 1.65 * shorter ? 390 : 800), 1);
}

function rectOf({ left, top, right, bottom }: Bounds, scale: number): Rect {
  return { x: left / scale, y: top / scale, width: (right - left) / scale, height: (bottom - top) / scale };
}

/** Where a finger finds a place of the scene. */
export function boundsOf(tree: UiTree, { x, y, width, height }: Rect): Bounds {
  const scale = pixelsPerPoint(tree);
  return { left: x * scale, top: y * scale, right: (x + width) * scale, bottom: (y + height) * scale };
}

/** A toast does not say where it is; Android shows it near the lower edge. */
function toastPlace({ x, y, width, height }: Rect): Rect {
  return { x: x + width / 4, y: y + 0.85 * height, width: width / 2, height: 24 };
}

/**
 * What each element paints itself. A container often repeats what is in it, a button its own label: what an element
 * says counts only where nothing in it says anything.
 */
function paintedTexts({ nodes }: UiTree, isShown: (node: UiNode) => boolean): string[] {
  const spoken = spokenTexts(nodes);
  const texts = nodes.map(() => '');
  const isSpeaking = new Uint8Array(nodes.length);
  for (const node of nodes.toReversed()) {
    if (isSpeaking[node.index] === 0 && isShown(node) && !node.isKey) {
      const own = shownOf(node, ownText(node) || (spoken.has(node) ? node.description : ''));
      texts[node.index] = own;
      if (own !== '') isSpeaking[node.index] = 1;
    }
    if (node.parent !== null && isSpeaking[node.index] === 1) isSpeaking[node.parent.index] = 1;
  }
  return texts;
}

/**
 * Those that paint what they are described by: Flutter tells every text so. Its controls, and tiles with a picture in
 * them, are told from pictures of others only where nothing on the screen has a text as native views have it. Compose
 * describes nothing but pictures.
 */
function spokenTexts(nodes: readonly UiNode[]): ReadonlySet<UiNode> {
  const isNative = nodes.some(({ kind, text }) => kind.endsWith('TextView') && text !== '');
  const composed = new Set<UiNode>();
  const spoken = new Set<UiNode>();
  for (const node of nodes) {
    const { kind, role, resourceId, parent, isClickable } = node;
    if (kind === 'ComposeView' || (parent !== null && composed.has(parent))) composed.add(node);
    const isDrawn = kind === 'View' || (!isNative && role !== null && (role !== 'img' || isClickable));
    const isDrawnBySelf = isDrawn && node.value === null && !composed.has(node);
    if (isDrawnBySelf && !resourceId.includes(':id/')) spoken.add(node);
  }
  return spoken;
}

/** A field shows its hint while it is empty; what it holds is its value and no text of the screen. */
function ownText({ role, text, value, hint }: UiNode): string {
  if (role === 'textbox') return value === '' ? hint : '';
  return role === 'combobox' ? (value ?? '') : text;
}

/** Which of how many tabs it is, Flutter and React Native tell to those who don't see it. */
const tabCount = /(?:\n|, )tab,? \d+ of \d+$/i;

/** Without that, and without pictures that are letters of a font of their own. */
function shownOf({ isClickable }: UiNode, text: string): string {
  const said = isClickable ? text.replace(tabCount, '') : text;
  return said.replace(/\p{Co}/gu, '').trim();
}

function linesOf(text: string, rect: Rect, owner: number): TextRunFacts[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const height = rect.height / lines.length;
  return lines.map((line, at) => ({
    text: line,
    rect: { ...rect, y: rect.y + at * height, height },
    owner,
    gap: at === 0 ? 'block' : 'line',
    after: owner + 1,
  }));
}

function namesOf(node: UiNode, painted: string): GivenName[] {
  const { role, text, description, hint, tooltip, testIds } = node;
  const names: GivenName[] = [text, description]
    .map((said) => shownOf(node, said))
    .filter((said) => said !== '' && said !== painted)
    .map((said) => ({ from: role === 'img' ? 'alt' : 'aria', text: said }));
  if (tooltip !== '') names.push({ from: 'title', text: tooltip });
  if (hint !== '') names.push({ from: 'placeholder', text: hint });
  for (const id of testIds) names.push({ from: 'test id', text: id });
  return names;
}

/** An id of a layout is the same in every row; a test id is another in each. */
function shapeOf({ kind, resourceId }: UiNode): string {
  return resourceId.includes(':id/') ? `${kind} ${resourceId}` : kind;
}

/** A field of Compose holds its label; a list that says what is chosen by itself, too. */
function labelsIn(node: UiNode, painted: readonly string[]): number[] {
  const isHolding = node.role === 'textbox' || (node.role === 'combobox' && !!node.value);
  if (!isHolding || node.children.length === 0) return [];
  return [...subtreeOf(node)]
    .filter((inner) => inner !== node && painted[inner.index] !== '' && !inner.isClickable)
    .map(({ index }) => index);
}

/** A spinner of Android shows its choice in an element of its own, a picker of iOS on its wheels. */
function heldBy(node: UiNode): string | null {
  if (node.role !== 'combobox' || node.value !== '') return node.value;
  return node.children.map((child) => child.value ?? '').find((held) => held !== '') ?? null;
}

/**
 * Compose draws a button as something clickable, and tells what it is by an empty element of the same size within it.
 * That one is nothing by itself.
 */
function rolesIn({ nodes }: UiTree): Array<string | null> {
  const roles = nodes.map(({ role, isClickable, text, description }) =>
    isClickable && tabCount.test(text || description) ? 'tab' : role,
  );
  for (const node of nodes) {
    if (!node.isClickable || (node.role !== null && node.role !== 'checkbox')) continue;
    const mark = node.children.find((child) => isMarkOf(child, node));
    if (mark === undefined) continue;
    roles[node.index] = mark.role;
    roles[mark.index] = null;
  }
  return roles;
}

const marks: ReadonlySet<string> = new Set(['button', 'checkbox', 'radio', 'combobox']);

/** It may be smaller by what a finger needs around it. */
function isMarkOf({ role, bounds, text, description, isClickable, children }: UiNode, node: UiNode): boolean {
  if (role === null || !marks.has(role) || isClickable || children.length > 0) return false;
  if (text !== '' || description !== '') return false;
  if (bounds === null || node.bounds === null) return false;
  const [own, whole] = [rectOf(bounds, 1), rectOf(node.bounds, 1)];
  return own.width >= 0.6 * whole.width && own.height >= 0.6 * whole.height;
}

/**
 * Of things to tap in one line of which one is selected, or holds something that is: the tabs of a bottom navigation.
 * Most frameworks tell neither that they are tabs nor that the others are not selected.
 */
function chosenOfBars({ nodes }: UiTree, roles: Array<string | null>): Map<UiNode, boolean> {
  const chosen = new Map<UiNode, boolean>();
  for (const { children } of nodes) {
    const tapped = children.filter(({ isClickable, isVisible }) => isClickable && isVisible);
    const selected = tapped.filter(holdsSelected);
    for (const one of selected) {
      const bar = tapped.filter((tab) => isInLine(tab, one));
      if (bar.length < 2 || selected.some((other) => other !== one && bar.includes(other))) continue;
      for (const tab of bar) {
        chosen.set(tab, tab === one);
        if (tab.role === null || tab.role === 'listitem') roles[tab.index] = 'tab';
      }
    }
  }
  return chosen;
}

function isInLine({ bounds }: UiNode, other: UiNode): boolean {
  return (
    bounds !== null && other.bounds !== null && sharedHeight(rectOf(bounds, 1), rectOf(other.bounds, 1)) > 0.5
  );
}

function holdsSelected(node: UiNode): boolean {
  return (
    node.isSelected === true || node.children.some((child) => !child.isClickable && holdsSelected(child))
  );
}

function titleOf({ nodes }: UiTree): string | null {
  const bar = nodes.find(({ kind, isVisible, accessibilityId }) => {
    return kind === 'NavigationBar' && isVisible && accessibilityId !== '';
  });
  return bar?.accessibilityId ?? null;
}
