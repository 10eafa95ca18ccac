interface TreePosition {
  ref: string | null;
  readonly below: Map<string, TreePosition>;
}

export type References = ReturnType<typeof createReferences>;

/** Places of screens long gone; the next tree starts over, and keeps counting, so that no name is given twice. */
const maxPlaces = 200_000;

/** Names elements by where they are and what they are called, so that one keeps its name from snapshot to snapshot. */
export function createReferences() {
  let last = 0;
  let places = 0;
  const root: TreePosition = { ref: null, below: new Map() };

  return {
    root,
    /** To be called before each tree is read. */
    beginTree() {
      if (places <= maxPlaces) return;
      root.below.clear();
      places = 0;
    },
    /** The position of a child that is `segment`, the `position`th of its kind among its siblings. */
    child(parent: TreePosition, segment: string, position: number): TreePosition {
      const key = `${position} ${segment}`;
      let child = parent.below.get(key);
      if (child === undefined) {
        child = { ref: null, below: new Map() };
        parent.below.set(key, child);
        places += 1;
      }
      return child;
    },
    refOf(position: TreePosition): string {
      if (position.ref === null) {
        last += 1;
        position.ref = `e${last}`;
      }
      return position.ref;
    },
  };
}
