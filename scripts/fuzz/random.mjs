/** Numbers that a seed decides (mulberry32): the same seed makes the same requests. */
export function createRandom(seed) {
  let state = seed >>> 0;

  function next() {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const below = (limit) => Math.floor(next() * limit);
  const pick = (list) => list[below(list.length)];
  return {
    below,
    pick,
    chance: (probability) => next() < probability,
    text: (length, letters) => Array.from({ length }, () => pick(letters)).join(''),
  };
}
