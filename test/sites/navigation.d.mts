import type { Site } from './index.mjs';

export const served: { documents: number };
export const navigation: Site;
