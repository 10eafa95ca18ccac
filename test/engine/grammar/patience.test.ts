import { expect, it, onTestFinished, vi } from 'vitest';
import { performSentence } from '../acting/perform-sentence.ts';
import { sceneOf, scriptedDevice } from '../acting/scripted-device.ts';

it('a check outlives a machine that stands still: it gives up after looks, not by the clock alone', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let looks = 0;
  const device = scriptedDevice({
    scene: async () => {
      looks += 1;
      vi.advanceTimersByTime(20_000);
      return sceneOf({ url: null, title: null, text: looks < 4 ? 'Wait' : 'Done' });
    },
  });
  const check = (sentence: string) => performSentence(device, sentence, 5_000);
  expect(await check('See "Done"')).toBe('Saw "Done".');
  await expect(check('See "Never"')).rejects.toThrow('Expected to see "Never"');
  // Where the host of this machine takes time away, more of them: at most three times as many.
  expect(looks).toBeGreaterThanOrEqual(4 + 5);
  expect(looks).toBeLessThanOrEqual(4 + 15);
});
