import { ActionFailed, type Limits } from '../acting/device.ts';
import { capital } from '../scene/wording.ts';
import type { FoundElement } from './find-on-screen.ts';
import type { PhoneView } from './phone-view.ts';
import { ancestorsOf, type UiNode, type UiTree } from './ui-node.ts';
import type { WebDriver } from './webdriver.ts';

export type Element = Pick<FoundElement, 'tree' | 'node' | 'words'>;

/** Typing needs the element itself: a tap may leave the focus where it was, and the text would go elsewhere. */
export async function onElement(
  view: PhoneView,
  { tree, node, words }: Element,
  limits: Limits,
  work: (client: WebDriver, elementId: string) => Promise<void>,
): Promise<void> {
  const { using, value } = locatorOf(node, tree);
  await view.session.call(limits.signal, async (client) => {
    const id = await client.findElement(using, value);
    if (id !== null) return work(client, id);
    throw new ActionFailed(`${capital(words)} disappeared before it could be used.`);
  });
}

/** What the driver's search by id takes as it is; before all else it puts the package of the app. */
const wholeId = /^[a-z_][\w.]*:[^/]+\/\S+$/i;

/** How the driver finds that very element again: by an id that only it has, else by its place in the tree. */
export function locatorOf(node: UiNode, tree: UiTree): { using: string; value: string } {
  const { accessibilityId, resourceId } = node;
  const isAlone = (has: (other: UiNode) => boolean) => tree.nodes.filter(has).length === 1;
  if (accessibilityId !== '' && isAlone((other) => other.accessibilityId === accessibilityId)) {
    return { using: 'accessibility id', value: accessibilityId };
  }
  if (resourceId !== '' && isAlone((other) => other.resourceId === resourceId)) {
    if (wholeId.test(resourceId)) return { using: 'id', value: resourceId };
    // Such as a `testTag` of Compose.
    const quoted = resourceId.replace(/["\\]/g, '\\$&');
    return { using: '-android uiautomator', value: `new UiSelector().resourceId("${quoted}")` };
  }
  const path = [node, ...ancestorsOf(node)]
    .reverse()
    // The source wraps the application of iOS in an element that the driver's search does not know.
    .filter(({ tag }) => tag !== 'AppiumAUT')
    .map(({ tag, tagPosition }) => `${tag}[${tagPosition}]`);
  return { using: 'xpath', value: `${tree.platform === 'ios' ? '//' : '/'}${path.join('/')}` };
}
