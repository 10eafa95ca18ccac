/** A recorded hierarchy as `{ tag, attributes, children, box }`; boxes are in the units of the hierarchy. */

const mark = /<(\/?)([\w.$-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const named = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function readTree(source) {
  const root = { children: [] };
  const open = [root];
  for (const [, isEnd, tag, written, isEmpty] of source.matchAll(mark)) {
    if (isEnd) {
      open.pop();
      continue;
    }
    const attributes = {};
    for (const [, name, one, other] of written.matchAll(attribute)) attributes[name] = decoded(one ?? other);
    const node = { tag, attributes, children: [], box: boxOf(attributes) };
    open.at(-1).children.push(node);
    if (!isEmpty) open.push(node);
  }
  return root.children[0];
}

function boxOf({ bounds, x, y, width, height }) {
  const corners = /^\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]$/.exec(bounds ?? '');
  if (corners !== null) {
    const [left, top, right, bottom] = corners.slice(1).map(Number);
    return [left, top, right - left, bottom - top];
  }
  return x === undefined ? null : [x, y, width, height].map(Number);
}

function decoded(text) {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name] ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
}
