import type { DrawnNode, Shop } from './shop.mjs';

export function androidTree(shop: Shop): DrawnNode;
