import { masking, secretForms } from '../../kernel/masking.ts';
import { maskedScene } from '../scene/masked-scene.ts';
import type { Scene } from '../scene/scene.ts';
import type { Fault } from '../scene/wording.ts';
import { decode } from './xml.ts';

export type Mask = ReturnType<typeof maskFor>;

export function maskFor(secrets: readonly string[]) {
  const forms = secretForms(secrets);
  const text = masking(secrets);
  const isNeeded = secrets.length > 0;
  const covered = new WeakMap<Scene, Scene>();
  return {
    /** The text with what is secret in it covered. */
    text,
    /** The same screen, for messages. */
    scene(scene: Scene): Scene {
      if (!isNeeded) return scene;
      const known = covered.get(scene) ?? maskedScene(scene, text);
      covered.set(scene, known);
      return known;
    },
    fault: ({ message, expected, actual, rect = null, ...more }: Fault): Fault => ({
      ...more,
      rect,
      message: text(message),
      expected: text(expected),
      actual: text(actual),
    }),
    /** A page source, with what is secret in its attributes covered, however it is escaped there. */
    source: (source: string) => (isNeeded ? source.replace(/"[^"]*"|'[^']*'/g, withoutSecret) : source),
    holdsSecret: (said: string) => forms.some((form) => said.includes(form)),
    isNeeded,
  };

  function withoutSecret(quoted: string): string {
    const said = decode(quoted.slice(1, -1));
    const masked = text(said);
    return masked === said ? quoted : `"${escaped(masked)}"`;
  }
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
