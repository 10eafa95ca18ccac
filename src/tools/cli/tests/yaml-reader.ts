import { isMap, isScalar, isSeq, type Node } from 'yaml';
import type { YamlDocument } from '../../../kernel/yaml.ts';
import type { FileFault } from '../errors.ts';
import { didYouMean } from '../suggest.ts';

export type SourcePosition = FileFault['position'];

export type YamlNode = Node | null;
export type Members = ReadonlyMap<string, YamlNode>;

/** Reads the parts of a document; whatever is wrong becomes a fault with its position, and a stand-in is returned. */
export interface YamlReader {
  readonly contents: YamlNode;
  position(node: YamlNode): SourcePosition;
  fault(node: YamlNode, message: string): void;
  /** Null when it is no mapping. */
  members(node: YamlNode, what: string, known: readonly string[]): Members | null;
  /** Null where it is missing. */
  required(parent: YamlNode, members: Members, name: string, what: string): YamlNode;
  items(node: YamlNode, what: string, most?: number): YamlNode[];
  text(node: YamlNode, what: string, most: number): string;
  /** The first one where it is left out. */
  choice<const Choice extends string>(
    node: YamlNode | undefined,
    what: string,
    choices: readonly [Choice, ...Choice[]],
  ): Choice;
  flag(node: YamlNode | undefined, what: string, byDefault: boolean): boolean;
}

export function createYamlReader(
  { document, targetOf, placeOf }: YamlDocument,
  file: string,
  faults: FileFault[],
): YamlReader {
  const position = (node: YamlNode) => ({ file, ...placeOf(node?.range?.[0] ?? 0) });
  const fault = (node: YamlNode, message: string) => void faults.push({ position: position(node), message });
  const resolved = (value: unknown) => targetOf(value as YamlNode);
  const scalar = (node: YamlNode | undefined) => (isScalar(node) ? node.value : undefined);

  return {
    contents: resolved(document.contents),
    position,
    fault,
    members(node, what, known) {
      if (!isMap(node)) {
        fault(node, `${what} must be a mapping with ${known.join(', ')}`);
        return null;
      }
      const found = new Map<string, YamlNode>();
      for (const { key, value } of node.items) {
        const keyNode = key as YamlNode;
        const name = String(scalar(keyNode));
        if (known.includes(name)) found.set(name, resolved(value) ?? keyNode);
        else fault(keyNode, `${what} has no member "${name}".${didYouMean(name, known)}`);
      }
      return found;
    },
    required(parent, members, name, what) {
      const node = members.get(name) ?? null;
      if (node === null) fault(parent, `${what} needs "${name}"`);
      return node;
    },
    items(node, what, most = Number.POSITIVE_INFINITY) {
      if (!isSeq(node)) fault(node, `${what} must be a list`);
      else if (node.items.length > most) fault(node, `${what} can have at most ${most} entries`);
      else return node.items.map(resolved);
      return [];
    },
    text(node, what, most) {
      const value = scalar(node);
      if (typeof value !== 'string') fault(node, `${what} must be a text; put it in quotes`);
      else if (value.trim() === '' || value.length > most)
        fault(node, `${what} must have 1 to ${most} characters`);
      else if (/\p{Cc}/u.test(value) || !value.isWellFormed())
        fault(node, `${what} must have no control characters`);
      else return value;
      return '';
    },
    choice(node, what, choices) {
      if (node === undefined) return choices[0];
      const chosen = choices.find((candidate) => candidate === scalar(node));
      if (chosen === undefined) fault(node, `${what} must be one of ${choices.join(', ')}`);
      return chosen ?? choices[0];
    },
    flag(node, what, byDefault) {
      if (node === undefined) return byDefault;
      const value = scalar(node);
      if (typeof value !== 'boolean') fault(node, `${what} must be true or false`);
      return value === true;
    },
  };
}
