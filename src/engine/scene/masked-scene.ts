import { cover as covered } from '../../kernel/masking.ts';
import { copyOf, type Scene, type Thing } from './scene.ts';

/** The same screen, for messages. What is secret must be covered before a text is cut: half a secret is one still. */
export function maskedScene(scene: Scene, cover: (text: string) => string): Scene {
  const coveredThing = (thing: Thing): Thing => {
    if (thing.names.length === 0 && thing.value === null) return thing;
    const names = thing.names.map((name) => ({ ...name, text: cover(name.text) }));
    const value = thing.value === null ? null : thing.secret === 'altered' ? covered : cover(thing.value);
    return { ...copyOf(thing), names, value };
  };
  return {
    ...scene,
    url: scene.url === null ? null : cover(scene.url),
    title: scene.title === null ? null : cover(scene.title),
    runs: scene.runs.map(({ text, rect, owner, gap }) => ({ text: cover(text), rect, owner, gap })),
    things: scene.things.map(coveredThing),
  };
}
