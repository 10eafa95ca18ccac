import { type Scene, type TextRun, type ThingFacts, thingOf } from '../../../src/engine/scene/scene.ts';

/** The scene that was kept with a run. */
export function replayed(json: string): Scene {
  const { url, title, screen, things, runs } = JSON.parse(json) as Record<keyof Scene, unknown>;
  return {
    url: url as string | null,
    title: title as string | null,
    screen: screen as Scene['screen'],
    things: (things as ThingFacts[]).map((facts, index) => ({
      ...thingOf({ ...{ key: '', role: null, isVisible: false }, ...facts }, index),
      ...facts,
    })),
    runs: runs as TextRun[],
  };
}
