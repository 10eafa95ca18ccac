import type { DrawnNode, Shop } from './shop.mjs';

export function iosTree(shop: Shop): DrawnNode;
