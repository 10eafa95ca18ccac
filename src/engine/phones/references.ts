interface TreePosition {
  ref: string | null;
  readonly below: Map<string, TreePosition>;
}

/** Names elements by where they are and what they are called, so that one keeps its name from snapshot to snapshot. */
export interface References {
  readonly root: TreePosition;
  /** To be called before each tree is read. */
  beginTree(): void;
  /** The position of a child that is `segment`, the `position`th of its kind among its siblings. */
  child(parent: TreePosition, segment: string, position: number): TreePosition;
  refOf(position: TreePosition): string;
}

/** Places of screens long gone; the next tree starts over, and keeps counting, so that no name is given twice. */
const maxPlaces = 200_000;

export function createReferences(): References {
  let last = 0;
  let places = 0;
  const root: TreePosition = { ref: null, below: new Map() };

  return {
    root,
    beginTree() {
      if (places <= maxPlaces) return;
      root.below.clear();
      places = 0;
    },
    child(parent, segment, position) {
      const key = `${position} ${segment}`;
      let child = parent.below.get(key);
      if (child === undefined) {
        child = { ref: null, below: new Map() };
        parent.below.set(key, child);
        places += 1;
      }
      return child;
    },
    refOf(position) {
      if (position.ref === null) {
        last += 1;
        position.ref = `e${last}`;
      }
      return position.ref;
    },
  };
}
