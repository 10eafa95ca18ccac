import { describe, expect, it } from 'vitest';
import {
  endOf,
  expectNothingLeft,
  kill,
  openPlace,
  takeoverMs,
  underWay,
  until,
  usePostgres,
} from './place.ts';

describe.concurrent('kill -9 of a worker', () => {
  const postgres = usePostgres();

  it('in the middle of runs: each begins once more elsewhere within 30 s; one that loses that worker too fails with WORKER_LOST', async (context) => {
    const place = await openPlace(context, postgres());
    const first = await place.fleet.start('worker');
    const unlucky = await place.submit('see one\nhang');
    const [hanging] = await underWay(place, [unlucky]);
    const lucky = await place.submit('see one\nshot\nsleep 4000\nsee two\nshot');
    const before = [...(await underWay(place, [lucky])), hanging];

    await kill(place, first);
    const second = await place.fleet.start('worker');

    const after = await until(
      'both run again',
      async () => {
        const runs = await Promise.all([place.run(lucky), place.run(unlucky)]);
        return runs.every((run, at) => run.startedAt > before[at].startedAt) && runs;
      },
      takeoverMs,
    );

    const completed = await until('the first has ended', () => endOf(place, lucky));
    expect(completed).toMatchObject({ status: 'completed', output: { result: 'PASS' }, error: null });
    expect(completed.startedAt).toBe(after[0].startedAt);
    expect(completed.output.steps.map(({ title }: { title: string }) => title)).toEqual(['one', 'two']);
    expect(completed.output.screenshots).toHaveLength(2);
    await underWay(place, [unlucky]);
    await until('the first is delivered', async () => (await place.run(lucky)).webhookStatus === 'delivered');

    await kill(place, second);
    await place.fleet.start('worker');
    const failed = await until('the second has ended', () => endOf(place, unlucky), takeoverMs + 5_000);
    expect(failed).toMatchObject({
      status: 'failed',
      error: { code: 'WORKER_LOST' },
      output: { result: null, steps: [{ title: 'one' }] },
    });
    await until('it is delivered', async () => (await place.run(unlucky)).webhookStatus === 'delivered');
    for (const id of [lucky, unlucky]) {
      expect(place.deliveriesOf(id)).toHaveLength(1);
      const { webhookStatus, ...shown } = await place.run(id);
      expect(JSON.parse(place.deliveriesOf(id)[0]?.body ?? '')).toEqual({
        ...shown,
        webhookStatus: 'pending',
      });
    }
    await expectNothingLeft(place);
  }, 480_000);
});
