import { androidAttributes, androidFacts, androidOwners, androidScreen } from './android-facts.ts';
import { iosAttributes, iosFacts, iosOwners, iosScreen, isKeyboard } from './ios-facts.ts';
import type { References } from './references.ts';
import type { PhonePlatform } from './servers.ts';
import { alertElement, type SystemAlert } from './system-alert.ts';
import { type Bounds, intersection, type UiFacts, type UiNode, type UiTree } from './ui-node.ts';
import { parseXml, type XmlElement } from './xml.ts';

type Building = { -readonly [Key in keyof UiNode]: UiNode[Key] } & { children: UiNode[] };

/** Where a node is, and what it inherits from those around it. */
interface NodeContext {
  readonly tagPosition: number;
  readonly place: References['root'];
  readonly area: Bounds | null;
  readonly isScrolled: boolean;
  readonly isKey: boolean;
  readonly isWeb: boolean;
}

/** Of the three dozen that a driver writes. */
const keptAttributes: ReadonlySet<string> = new Set([...androidAttributes, ...iosAttributes]);

/** The page source of UiAutomator2 or XCUITest, with the alert over it, as one kind of tree. Throws `UnreadableXml`. */
export function readHierarchy(
  source: string,
  platform: PhonePlatform,
  references: References,
  alert: SystemAlert | null = null,
): UiTree {
  const xml = parseXml(source, keptAttributes);
  const factsOf = platform === 'ios' ? iosFacts : androidFacts;
  const screen = platform === 'ios' ? iosScreen(xml) : androidScreen(xml);
  if (alert !== null) xml.children.push(alertElement(alert, screen));
  const nodes: UiNode[] = [];
  references.beginTree();
  const place = references.child(references.root, xml.tag, 1);
  const root = build(xml, null, null, {
    tagPosition: 1,
    place,
    area: screen,
    isScrolled: false,
    isKey: false,
    isWeb: false,
  });
  const owners = new Set(platform === 'ios' ? iosOwners(xml) : androidOwners(xml));
  return {
    platform,
    screen,
    root,
    nodes,
    owners,
    alert: alert === null ? null : (root.children.at(-1) ?? null),
    xml: source,
    source: alert === null ? source : `${source}${JSON.stringify(alert)}`,
  };

  function build(
    element: XmlElement,
    parentElement: XmlElement | null,
    parent: UiNode | null,
    at: NodeContext,
  ): UiNode {
    const facts = factsOf(element, parentElement, at.isWeb);
    const seen = facts.bounds && at.area && intersection(facts.bounds, at.area);
    // A toast has no bounds at all, and yet it is on the screen.
    const isPlaced = seen !== null || (facts.bounds === null && facts.text !== '');
    // The facts themselves become the node: a copy for each of several thousand costs more than all the rest.
    const node = facts as Building;
    node.index = nodes.length;
    node.ref = references.refOf(at.place);
    node.tag = element.tag;
    node.tagPosition = at.tagPosition;
    node.seen = seen;
    node.isVisible = isPlaced && facts.isDisplayed;
    node.isOffScreen = at.isScrolled && seen === null && hasSize(facts);
    node.isKey = at.isKey || isKeyboard(facts);
    node.parent = parent;
    node.children = [];
    nodes.push(node);
    if (element.children.length === 0) return node;
    const area = facts.isScrollable ? seen : at.area;
    const isScrolled = at.isScrolled || facts.isScrollable;
    const { isKey } = node;
    const isWeb = at.isWeb || facts.kind === 'WebView';
    const tagPositions = new Map<string, number>();
    const segmentPositions = new Map<string, number>();
    for (const child of element.children) {
      const tagPosition = countUp(tagPositions, child.tag);
      const segment = segmentOf(child);
      const place = references.child(at.place, segment, countUp(segmentPositions, segment));
      const inside = { tagPosition, place, area, isScrolled, isKey, isWeb };
      node.children.push(build(child, element, node, inside));
    }
    return node;
  }
}

function hasSize({ bounds }: UiFacts): boolean {
  return bounds !== null && bounds.right > bounds.left && bounds.bottom > bounds.top;
}

function countUp(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

function segmentOf({ tag, attributes }: XmlElement): string {
  const identity = attributes['resource-id'] || attributes['content-desc'] || attributes.name;
  return identity ? `${tag} ${identity}` : tag;
}
