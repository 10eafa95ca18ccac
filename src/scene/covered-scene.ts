import type { Scene } from './scene.ts';

/** The same screen to tell of. What is secret must be covered before a text is cut: half a secret is one still. */
export function coveredScene(scene: Scene, cover: (text: string) => string): Scene {
  return {
    ...scene,
    url: scene.url === null ? null : cover(scene.url),
    title: scene.title === null ? null : cover(scene.title),
    runs: scene.runs.map((run) => ({ ...run, text: cover(run.text) })),
    things: scene.things.map((thing) => ({
      ...thing,
      names: thing.names.map((name) => ({ ...name, text: cover(name.text) })),
      value: thing.value === null ? null : cover(thing.value),
    })),
  };
}
