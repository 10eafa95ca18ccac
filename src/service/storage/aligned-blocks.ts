/** Memory that the disk can fetch from by itself: direct writes need addresses at page boundaries. */
export interface AlignedBlocks {
  readonly first: Buffer;
  readonly second: Buffer;
  release(): void;
}

export const blockBytes = 4 * 1024 * 1024;

/** What direct writes may take in all: 48 MiB. Uploads beyond that are written through the page cache. */
const maxPairs = 6;
const wasmPageBytes = 64 * 1024;

// Node's types leave it out. Of all memory that JavaScript can ask for, only this is promised to be page-aligned.
declare const WebAssembly: {
  Memory: new (limits: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
};

const free: ArrayBuffer[] = [];
let made = 0;

/** Null when all are in use. */
export function takeAlignedBlocks(): AlignedBlocks | null {
  const memory = free.pop() ?? makePair();
  if (memory === null) return null;
  return {
    first: Buffer.from(memory, 0, blockBytes),
    second: Buffer.from(memory, blockBytes, blockBytes),
    release: () => void free.push(memory),
  };
}

function makePair(): ArrayBuffer | null {
  if (made === maxPairs) return null;
  made += 1;
  const pages = (2 * blockBytes) / wasmPageBytes;
  return new WebAssembly.Memory({ initial: pages, maximum: pages }).buffer;
}
