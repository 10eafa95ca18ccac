interface Place {
  ref: string | null;
  readonly below: Map<string, Place>;
}

/** Names elements by where they are and what they are called, so that one keeps its name from snapshot to snapshot. */
export interface References {
  readonly root: Place;
  /** The place of a child that is `segment`, the `position`th of its kind among its siblings. */
  child(place: Place, segment: string, position: number): Place;
  refOf(place: Place): string;
}

/** Places of screens long gone; the next tree starts over, and keeps counting, so that no name is given twice. */
const maxPlaces = 200_000;

export function createReferences(): References & { beginTree(): void } {
  let last = 0;
  let places = 0;
  const root: Place = { ref: null, below: new Map() };

  return {
    root,
    beginTree() {
      if (places <= maxPlaces) return;
      root.below.clear();
      places = 0;
    },
    child(place, segment, position) {
      const key = `${position} ${segment}`;
      let child = place.below.get(key);
      if (child === undefined) {
        child = { ref: null, below: new Map() };
        place.below.set(key, child);
        places += 1;
      }
      return child;
    },
    refOf(place) {
      if (place.ref === null) {
        last += 1;
        place.ref = `e${last}`;
      }
      return place.ref;
    },
  };
}
