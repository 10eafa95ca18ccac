import type { DrawnNode } from './shop.mjs';

export function serialise(node: DrawnNode): string;
