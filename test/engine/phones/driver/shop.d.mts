export interface DrawnNode {
  tag: string;
  attributes: Record<string, unknown>;
  children: DrawnNode[];
}

export interface Shop {
  state: Record<string, unknown>;
  widgets(): unknown[];
  act(action: string, value?: unknown): void;
}

export function createShop(): Shop;
