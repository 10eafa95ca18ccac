import type { Target } from '../scene/target.ts';
import { readingsOf } from '../scene/values.ts';
import { capital } from '../scene/wording.ts';
import { absence, inWords, secretWithin, severalOf } from './absence.ts';
import { type Check, steadyMs } from './check.ts';

/** A thing must hold or say something; the evidence names it. */
export function readValueOf(target: Target, onValue: (text: string) => void): Check {
  const what = inWords(target);
  return {
    expected: `${what} to hold or say something`,
    steadyMs,
    look(input) {
      const readings = readingsOf(input.scene, target);
      const [first] = readings;
      if (first === undefined) return { holds: false, ...absence(input, target) };
      const said = new Set(readings.map(({ value, texts }) => (value ?? texts.at(-1) ?? '').trim()));
      const [text = '', ...others] = said;
      if (others.length > 0)
        return severalOf(
          input.scene,
          target,
          readings.map(({ thing }) => thing),
        );
      if (text === '') return { holds: false, actual: 'it is empty', rect: first.thing.rect };
      // As a whole it is known again wherever it is typed.
      const altered = secretWithin(
        target,
        readings.map(({ thing }) => thing).filter(({ secret }) => secret === 'altered'),
      );
      if (altered !== null) return altered;
      onValue(text);
      return { holds: true, evidence: `${capital(what)} says "${text}".` };
    },
  };
}
