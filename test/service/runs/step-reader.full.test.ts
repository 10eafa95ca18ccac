import { describe, expect, it } from 'vitest';
import { cheap, circumstances, most, open, stepsOf } from './step-reader.ts';

const dear = {
  prompt: null,
  steps: stepsOf((at) => `Clikc the buton "Add ${at}" in teh row "${at}" wihtout it`),
};

describe('a step reader', () => {
  it('reads for a project while another one has as many texts as may wait', async () => {
    const reader = open();
    await Promise.all([
      reader.read('flood', cheap, circumstances),
      reader.read('other', cheap, circumstances),
    ]);
    let ended = 0;
    const flood = Array.from({ length: most }, () =>
      reader.read('flood', dear, circumstances).finally(() => {
        ended += 1;
      }),
    );
    for (let count = 0; count < 3; count += 1) await reader.read('other', cheap, circumstances);
    expect(ended).toBeLessThan(most / 2);
    expect((await Promise.all(flood)).every((sentences) => sentences.length === 60)).toBe(true);
  });

  it('refuses everybody where the texts of all projects are too many', async () => {
    const reader = open();
    const readings = Array.from({ length: 9 * most }, (_, at) =>
      reader.read(`${at % 9}`, cheap, circumstances),
    );
    const outcomes = await Promise.allSettled(readings);
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason.code] : [],
    );
    expect(refused).toHaveLength(9 * most - 512 - 2);
    expect(new Set(refused)).toEqual(new Set(['Unavailable']));
  });
});
