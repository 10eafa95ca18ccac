import {
  type Document,
  isAlias,
  isCollection,
  isNode,
  isPair,
  LineCounter,
  type Node,
  parseAllDocuments,
} from 'yaml';

/** What all aliases of a document may stand for together: a few lines of them could stand for a billion values. */
const mostBehindAliases = 100_000;

interface YamlPlace {
  line: number;
  col: number;
}

export interface YamlDocument {
  readonly document: Document;
  /** A document that has some is not to be used. They quote nothing: what looks like an alias may be a password. */
  readonly faults: ReadonlyArray<YamlPlace & { message: string }>;
  /** The node itself, or what it is an alias of. */
  targetOf(node: Node | null): Node | null;
  /** Of an offset into the text. */
  placeOf(offset: number): YamlPlace;
}

/** The documents of a text, in which each alias stands for something before it that ends, and all of them for little. */
export function readYaml(text: string): YamlDocument[] {
  const lines = new LineCounter();
  const documents: Document[] = [...parseAllDocuments(text, { lineCounter: lines, prettyErrors: false })];
  const placeOf = (offset: number) => lines.linePos(offset);
  return documents.map((document) => {
    const targets = new Map<Node, Node>();
    const found = parserFaults(document);
    if (found.length === 0) found.push(...followAliases(document.contents, targets));
    return {
      document,
      faults: found.map(({ offset, message }) => ({ ...placeOf(offset), message })),
      targetOf: (node) => (node && targets.get(node)) ?? node,
      placeOf,
    };
  });
}

interface Fault {
  offset: number;
  message: string;
}

/** Of each the first line, since what follows repeats the text. */
function parserFaults({ errors }: Document): Fault[] {
  const tooDeep = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  // Thousands of others come of it.
  if (tooDeep !== undefined) return [{ offset: tooDeep.pos[0], message: 'this is nested too deeply' }];
  return errors.map(({ message, pos }) => ({ offset: pos[0], message: message.split('\n')[0] ?? '' }));
}

class AliasFault extends Error {
  readonly offset: number;

  constructor(alias: Node, message: string) {
    super(message);
    this.offset = alias.range?.[0] ?? 0;
  }
}

function followAliases(contents: unknown, targets: Map<Node, Node>): Fault[] {
  // The size is null until the end of the node was seen.
  const anchored = new Map<string, { node: Node; size: number | null }>();
  let behindAliases = 0;
  try {
    sizeOf(contents);
    return [];
  } catch (error) {
    if (!(error instanceof AliasFault)) throw error;
    return [{ offset: error.offset, message: error.message }];
  }

  /** How many values a node stands for. */
  function sizeOf(node: unknown): number {
    if (isPair(node)) return sizeOf(node.key) + sizeOf(node.value);
    if (!isNode(node)) return 1;
    if (isAlias(node)) {
      const target = anchored.get(node.source);
      if (target === undefined) throw new AliasFault(node, 'nothing before this alias has its anchor');
      if (target.size === null)
        throw new AliasFault(node, 'this alias stands for something that it is part of');
      targets.set(node, target.node);
      behindAliases += target.size;
      if (behindAliases > mostBehindAliases)
        throw new AliasFault(node, `the aliases up to here stand for more than ${mostBehindAliases} values`);
      return target.size;
    }
    const entry: { node: Node; size: number | null } = { node, size: null };
    if (node.anchor !== undefined) anchored.set(node.anchor, entry);
    let size = 1;
    if (isCollection(node)) for (const item of node.items) size += sizeOf(item);
    entry.size = size;
    return size;
  }
}
