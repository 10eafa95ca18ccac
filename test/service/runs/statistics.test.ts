import { describe, expect, it } from 'vitest';
import { newId } from '../../../src/kernel/ids.ts';
import { apiOnly, startTestService, type TestService } from '../../support/service.js';
import { insertPastRuns, type PastRun } from './history.js';

/** Two days after the clocks were put forward in Berlin. */
const now = Date.parse('2026-03-31T10:20:00.000Z');
const atThatTime = { settings: apiOnly, clock: { now: () => now } };
const none = { passed: 0, failed: 0, broken: 0, cancelled: 0, medianMs: null, slowMs: null };

describe('the statistics of a project', () => {
  it('count what ended on each day of a time zone, days without a run included', async () => {
    const service = await startTestService(atThatTime);
    await insertPastRuns(service, [
      // Still the 28th in Berlin, then the 29th, which has 23 hours.
      ended('2026-03-28T22:59:59.999Z', 1_000),
      ended('2026-03-28T23:00:00.000Z', 1_000),
      ended('2026-03-29T10:00:00.000Z', 3_000, { result: 'FAILED' }),
      ended('2026-03-29T21:59:59.999Z', 5_000),
      ended('2026-03-31T01:00:00.000Z', 9_000, { status: 'failed', result: null }),
      ended('2026-03-31T02:00:00.000Z', 9_000, { status: 'cancelled', result: null }),
      { status: 'queued', result: null },
      { status: 'queued', result: null },
      { status: 'running', result: null, startedAt: '2026-03-31T09:00:00.000Z' },
    ]);
    expect(await read(service, 'days=3&timeZone=Europe/Berlin')).toEqual({
      from: '2026-03-28T23:00:00.000Z',
      to: '2026-03-31T10:20:00.000Z',
      interval: 'day',
      countedRuns: 5,
      isPartial: false,
      unfinished: { queued: 2, running: 1 },
      series: [
        { ...none, from: '2026-03-28T23:00:00.000Z', passed: 2, failed: 1, medianMs: 3_000, slowMs: 4_800 },
        { ...none, from: '2026-03-29T22:00:00.000Z' },
        { ...none, from: '2026-03-30T22:00:00.000Z', broken: 1, cancelled: 1 },
      ],
      slowest: [],
      unstable: [],
    });
    expect((await read(service, 'days=4&timeZone=Europe/Berlin')).series[0]).toMatchObject({ passed: 1 });
  });

  it('count two days by the hour, and fourteen days of UTC where nothing is asked for', async () => {
    const service = await startTestService(atThatTime);
    await insertPastRuns(service, [ended('2026-03-31T10:15:00.000Z', 1_000)]);
    const byHour = await read(service, 'days=2&timeZone=Asia/Kathmandu');
    expect(byHour).toMatchObject({ interval: 'hour', from: '2026-03-29T11:15:00.000Z' });
    expect(byHour.series).toHaveLength(48);
    expect(byHour.series[47]).toMatchObject({ from: '2026-03-31T10:15:00.000Z', passed: 1 });
    const plain = await read(service, '');
    expect(plain).toMatchObject({ interval: 'day', from: '2026-03-18T00:00:00.000Z' });
    expect(plain.series).toHaveLength(14);
  });

  it('name the slowest tests, and those whose result changes from run to run', async () => {
    const service = await startTestService(atThatTime);
    const history = (title: string, ms: number, results: string): PastRun[] => {
      const testId = newId();
      return [...results].map((letter, at) =>
        ended(new Date(now - (results.length - at) * 3_600_000).toISOString(), ms, {
          testId,
          title: at === results.length - 1 ? title : 'An earlier title',
          ...verdicts[letter],
        }),
      );
    };
    await insertPastRuns(service, [
      ...history('Steady', 1_000, 'PPPP'),
      ...history('Broken once', 2_000, 'PPFF'),
      ...history('Shaky', 3_000, 'PFPFP'),
      // What could not be executed or was cancelled is no result, and does not part two that are alike.
      ...history('Interrupted', 4_000, 'PbPcPF'),
      ...history('Twice', 5_000, 'PFP'),
      ...Array.from({ length: 12 }, (_, at) => history(`Slow ${at}`, 10_000 + at, 'P')).flat(),
    ]);
    const { slowest, unstable } = await read(service, 'days=7');
    const titles = slowest.map(({ title }: { title: string }) => title);
    expect(titles).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((at) => `Slow ${at}`));
    expect(slowest[0]).toEqual({ testId: expect.any(String), title: 'Slow 11', runs: 1, medianMs: 10_011 });
    expect(unstable).toEqual([
      { testId: expect.any(String), title: 'Shaky', runs: 5, failed: 2, changes: 4 },
      { testId: expect.any(String), title: 'Twice', runs: 3, failed: 1, changes: 2 },
    ]);
  });

  it('count the newest 20,000 and say how far they reach', async () => {
    const service = await startTestService(atThatTime);
    const insert = (count: number, before: string) =>
      service.query(
        `insert into runs (id, project_id, type, status, result, platform, prompt, created_at, started_at, completed_at)
         select gen_random_uuid(), $1, 'chat', 'completed', 'PASS', 'web', 'see a', at, at, at
         from (select $3::timestamptz - n * interval '1 second' as at from generate_series(1, $2::int) n) as past`,
        [service.projectId, count, before],
      );
    await insert(20_000, '2026-03-31T00:00:00.000Z');
    const whole = await read(service, 'days=7');
    expect(whole).toMatchObject({
      isPartial: false,
      countedRuns: 20_000,
      from: '2026-03-25T00:00:00.000Z',
    });
    await insert(1, '2026-03-29T00:00:00.000Z');
    const cut = await read(service, 'days=7');
    expect(cut).toMatchObject({ isPartial: true, countedRuns: 20_000, from: '2026-03-30T18:26:40.000Z' });
    expect(cut.series.map(({ from, passed }: Record<string, unknown>) => [from, passed])).toEqual([
      ['2026-03-30T00:00:00.000Z', 20_000],
      ['2026-03-31T00:00:00.000Z', 0],
    ]);
  });
});

const verdicts: Record<string, PastRun> = {
  P: { result: 'PASS' },
  F: { result: 'FAILED' },
  b: { status: 'failed', result: null },
  c: { status: 'cancelled', result: null },
};

function ended(completedAt: string, ms: number, run: PastRun = {}): PastRun {
  const startedAt = new Date(Date.parse(completedAt) - ms).toISOString();
  return { completedAt, startedAt, createdAt: startedAt, ...run };
}

async function read({ call, projectId }: TestService, query: string) {
  const { status, body } = await call('GET', `/projects/${projectId}/statistics?${query}`);
  expect(status).toBe(200);
  return body;
}
