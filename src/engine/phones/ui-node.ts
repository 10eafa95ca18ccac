import type { PhonePlatform } from './servers.ts';

export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What the platform says about one element, in words that both platforms share. */
export interface UiFacts {
  /** The class without its package or prefix: "EditText", "StaticText". */
  readonly kind: string;
  /** In the words of ARIA. */
  readonly role: string | null;
  /** `content-desc`, or the name of XCUITest: what the driver finds it by. */
  readonly accessibilityId: string;
  /** `resource-id`; empty on iOS, whose identifier is the accessibility id. */
  readonly resourceId: string;
  /** The label or text of its own; empty for what is typed into, and for pictures. */
  readonly text: string;
  /** What assistive technology reads out. */
  readonly description: string;
  readonly tooltip: string;
  /** What only tests call it by. */
  readonly testIds: readonly string[];
  /** The hint or placeholder of a field. */
  readonly hint: string;
  readonly value: string | null;
  readonly isEnabled: boolean;
  readonly isFocused: boolean;
  readonly isChecked: boolean | null;
  readonly isSelected: boolean | null;
  /** Whether the app calls what it holds wrong. */
  readonly isInvalid: boolean;
  readonly isPassword: boolean;
  readonly isClickable: boolean;
  readonly isScrollable: boolean;
  /** Whether the driver itself calls it visible. */
  readonly isDisplayed: boolean;
  readonly bounds: Bounds | null;
}

export interface UiNode extends UiFacts {
  /** Its place among all of the tree, and among the things of the scene. */
  readonly index: number;
  /** Stays while the element's place and identity stay. */
  readonly ref: string;
  readonly tag: string;
  /** From 1, among the siblings of the same tag, as XPath counts. */
  readonly tagPosition: number;
  /** The part that can be seen and touched; null for none. */
  readonly seen: Bounds | null;
  readonly isVisible: boolean;
  /** Scrolling would bring it onto the screen. */
  readonly isOffScreen: boolean;
  /** Lies within the keyboard that the system shows. */
  readonly isKey: boolean;
  readonly parent: UiNode | null;
  readonly children: readonly UiNode[];
}

export interface UiTree {
  readonly platform: PhonePlatform;
  readonly screen: Bounds;
  readonly root: UiNode;
  /** All of them, in document order. */
  readonly nodes: readonly UiNode[];
  /** The packages or bundle identifiers of what it shows; none where it does not say. */
  readonly owners: ReadonlySet<string>;
  /** The alert of the system that covers the app, which the driver distinguishes from the app. */
  readonly alert: UiNode | null;
  /** As the driver wrote it. */
  readonly xml: string;
  /** The text it was read from: two that are equal show the same screen. */
  readonly source: string;
}

/** In the place of what a password field holds: not even its length is shown. */
export const passwordDots = '••••••••';

export function intersection(one: Bounds, other: Bounds): Bounds | null {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.min(one.right, other.right);
  const bottom = Math.min(one.bottom, other.bottom);
  return right > left && bottom > top ? { left, top, right, bottom } : null;
}

export function centreOf({ left, top, right, bottom }: Bounds): { x: number; y: number } {
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
}

export function* ancestorsOf(node: UiNode): Generator<UiNode> {
  for (let parent = node.parent; parent !== null; parent = parent.parent) yield parent;
}

/** The node and everything in it, in document order. */
export function* subtreeOf(node: UiNode): Generator<UiNode> {
  yield node;
  for (const child of node.children) yield* subtreeOf(child);
}
