import { androidAttributes, androidFacts, androidScreen } from './android-facts.ts';
import { iosAttributes, iosFacts, iosScreen, isKeyboard } from './ios-facts.ts';
import type { createReferences } from './references.ts';
import type { PhonePlatform } from './servers.ts';
import { type Bounds, intersection, type UiFacts, type UiNode, type UiTree } from './ui-node.ts';
import { parseXml, type XmlElement } from './xml.ts';

type References = ReturnType<typeof createReferences>;
type Building = { -readonly [Key in keyof UiNode]: UiNode[Key] } & { children: UiNode[] };

/** Of the three dozen that a driver writes. */
const keptAttributes: ReadonlySet<string> = new Set([...androidAttributes, ...iosAttributes]);
const passwordDots = '••••••••';
const maxNameCharacters = 200;
const maxNameParts = 10;

/** The page source of UiAutomator2 or XCUITest as one kind of tree. Throws `UnreadableXml`. */
export function readHierarchy(source: string, platform: PhonePlatform, references: References): UiTree {
  const xml = parseXml(source, keptAttributes);
  const factsOf = platform === 'ios' ? iosFacts : androidFacts;
  const screen = platform === 'ios' ? iosScreen(xml) : androidScreen(xml);
  const nodes: UiNode[] = [];
  references.beginTree();
  const top = references.child(references.root, xml.tag, 1);
  const root = build(xml, null, null, { tagPosition: 1, place: top, area: screen, isKey: false });
  return { platform, screen, root, nodes, source };

  function build(
    element: XmlElement,
    parentElement: XmlElement | null,
    parent: UiNode | null,
    at: { tagPosition: number; place: References['root']; area: Bounds | null; isKey: boolean },
  ): UiNode {
    const facts = factsOf(element, parentElement);
    const seen = facts.bounds && at.area && intersection(facts.bounds, at.area);
    // A toast has no bounds at all, and yet it is on the screen.
    const isPlaced = seen !== null || (facts.bounds === null && facts.text !== '');
    const isKey = at.isKey || isKeyboard(facts);
    // The facts themselves become the node: a copy for each of several thousand costs more than all the rest.
    const node = facts as Building;
    node.ref = references.refOf(at.place);
    node.name = '';
    node.tag = element.tag;
    node.tagPosition = at.tagPosition;
    node.seen = seen;
    node.isVisible = isPlaced && facts.isDisplayed;
    node.isKey = isKey;
    node.parent = parent;
    node.children = [];
    nodes.push(node);
    if (element.children.length === 0) return named(node);
    const area = facts.isScrollable ? seen : at.area;
    const tagPositions = new Map<string, number>();
    const segmentPositions = new Map<string, number>();
    for (const child of element.children) {
      const tagPosition = countUp(tagPositions, child.tag);
      const segment = segmentOf(child);
      const place = references.child(at.place, segment, countUp(segmentPositions, segment));
      node.children.push(build(child, element, node, { tagPosition, place, area, isKey }));
    }
    return named(node);
  }
}

function named(node: Building): UiNode {
  node.name = nameOf(node, node.children);
  node.value = heldBy(node, node.children);
  return node;
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

/** What a person would call it. What can be tapped and says nothing itself is called by what it holds. */
function nameOf(facts: UiFacts, children: readonly UiNode[]): string {
  const isItem = facts.role === 'row' || facts.role === 'list item' || facts.role === 'cell';
  if (facts.ownName !== '' || facts.role === 'field' || !(facts.isClickable || isItem)) return facts.ownName;
  return facts.role === 'dropdown' ? '' : namesWithin(children);
}

/** A spinner of Android shows its choice in an element of its own, a picker of iOS on its wheels. */
function heldBy({ role, value, isPassword }: UiFacts, children: readonly UiNode[]): string | null {
  if (isPassword && value) return passwordDots;
  if (role !== 'dropdown' || value !== '') return value;
  return children.map((child) => child.value || '').find((held) => held !== '') ?? namesWithin(children);
}

function namesWithin(children: readonly UiNode[]): string {
  const names: string[] = [];
  gather(children);
  return names.join(', ').slice(0, maxNameCharacters);

  function gather(inner: readonly UiNode[]): void {
    for (const child of inner) {
      if (names.length >= maxNameParts) return;
      if (child.role !== 'field' && child.name !== '') names.push(child.name);
      else gather(child.children);
    }
  }
}
