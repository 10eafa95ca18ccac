/** Trees of elements, as `{ tag, attributes, children }`, and how drivers find elements in them. */
import { errors } from '@appium/base-driver';

export function all(node) {
  return [node, ...node.children.flatMap(all)];
}

/** UiAutomator2 takes an id without a package for one of the app's own. */
export function search(tree, strategy, selector, appPackage) {
  if (strategy === 'xpath') return byPath(tree, selector);
  if (strategy === 'accessibility id') return having(tree, ['content-desc', 'name'], selector);
  const id = /:id\//.test(selector) ? selector : `${appPackage}:id/${selector}`;
  return having(tree, ['resource-id'], id);
}

function having(tree, names, value) {
  return all(tree).filter(({ attributes }) => names.some((name) => attributes[name] === value));
}

/** Index paths: all that a client needs that knows the tree. */
function byPath(tree, path) {
  const steps = path
    .replace(/^\/+/, '')
    .split('/')
    .map((step) => /^(.+)\[(\d+)\]$/.exec(step));
  if (steps.includes(null)) throw new errors.InvalidSelectorError(path);
  let nodes = tree.tag === 'AppiumAUT' ? tree.children : [tree];
  let found = null;
  for (const [, tag, position] of steps) {
    found = nodes.filter((node) => node.tag === tag)[Number(position) - 1] ?? null;
    if (found === null) return [];
    nodes = found.children;
  }
  return [found];
}
