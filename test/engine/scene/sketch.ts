import { createScene } from '../../../src/engine/scene/create-scene.ts';
import { find } from '../../../src/engine/scene/find.ts';
import { type Scene, type TextRunFacts, type ThingFacts, thingOf } from '../../../src/engine/scene/scene.ts';
import type { Target } from '../../../src/engine/scene/target.ts';

/** A thing as a test draws it: where it is, and what it says. */
export interface Sketch extends Partial<Omit<ThingFacts, 'parent' | 'rect'>> {
  /** From the left, from the top, width, height. */
  readonly at: readonly [number, number, number, number];
  readonly text?: string;
  readonly inside?: readonly Sketch[];
}

const letterWidth = 8;
const lineHeight = 20;

export function sceneOfSketch(sketches: readonly Sketch[]): Scene {
  const screen = { x: 0, y: 0, width: 1_000, height: 1_000 };
  const things: ThingFacts[] = [{ parent: -1, key: '', role: null, rect: screen, isVisible: true }];
  const runs: TextRunFacts[] = [];
  const draw = ({ at: [x, y, width, height], text, inside = [], ...facts }: Sketch, parent: number) => {
    const index = things.length;
    const rect = { x, y, width, height };
    things.push({ key: text ?? '', role: null, isVisible: true, isBlock: true, ...facts, parent, rect });
    if (text !== undefined) {
      const words = { x, y, width: Math.min(text.length * letterWidth, width), height: lineHeight };
      runs.push({ text, rect: words, owner: index, gap: 'block', after: things.length });
    }
    for (const inner of inside) draw(inner, index);
  };
  for (const sketch of sketches) draw(sketch, 0);
  return createScene({ url: null, title: null, screen }, things.map(thingOf), runs);
}

export function text(says: string, x: number, y: number): Sketch {
  return { at: [x, y, says.length * letterWidth, lineHeight], text: says };
}

/** One that shows no text; its key tells which one it is. */
export function control(role: string, key: string, x: number, y: number, width = 60, height = 20): Sketch {
  return { role, key, at: [x, y, width, height] };
}

/** The keys of all that a target names and a person sees. */
export function keysOf(scene: Scene, target: Target, options: { isEvery?: boolean } = {}): string[] {
  const { matches, isSeen } = find(scene, target, 'look', options);
  return isSeen ? matches.map(({ thing }) => thing.key) : [];
}
