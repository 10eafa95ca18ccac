import { ancestorsOf, type UiNode, type UiTree } from './ui-node.ts';

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
