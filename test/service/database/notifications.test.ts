import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLog } from '../../../src/kernel/log.ts';
import { type Notifications, openNotifications } from '../../../src/service/database/notifications.ts';
import { createTestDatabase } from '../../support/database.js';
import { startDatabaseWay } from '../../support/way.js';

describe('a hint', () => {
  it('reaches listeners of the same process at once and only once, and those of another through the database', async () => {
    const { url } = await createTestDatabase();
    const [here, there] = [await open(url), await open(url)];
    const calls = { here: 0, other: 0 };
    here.subscribe('runs', () => (calls.here += 1));
    here.subscribe('jobs', () => (calls.other += 1));
    const arrived = heard(there, 'runs');
    here.publish('runs');
    expect(calls.here).toBe(1);
    await arrived;
    // What comes back from the other must come after whatever the database had for us.
    const answered = heard(here, 'answer');
    there.publish('answer');
    await answered;
    expect(calls).toEqual({ here: 1, other: 0 });
  });

  it.each([
    ['blanks', 'a topic with blanks'],
    ['a leading blank', ' topic'],
    ['quotes and backslashes', `it's "quoted" \\ {1,2}`],
    ['line breaks', 'one\ntwo\r\n'],
    ['a zero byte', 'zero\0byte'],
    ['letters of all scripts', 'größe 測試 🚀'],
    ['half a character', 'half \ud83d'],
    ['nothing', ''],
    ['more than a payload has room for', 'x'.repeat(20_000)],
  ])('may be of a topic with %s', async (_what, topic) => {
    const { url } = await createTestDatabase();
    const [here, there] = [await open(url), await open(url)];
    const arrived = heard(there, topic);
    const plain = heard(there, 'plain');
    here.publish(topic);
    here.publish('plain');
    await Promise.all([arrived, plain]);
  });

  it('of ten thousand at once reaches everybody, and one topic told often shares its statements', async () => {
    const database = await createTestDatabase();
    const [here, there] = [await open(database.url), await open(database.url)];
    const topics = Array.from({ length: 5_000 }, (_, at) => `topic.${at}`);
    const arrived = Promise.all(topics.map((topic) => heard(there, topic)));
    let busyCalls = 0;
    there.subscribe('busy', () => (busyCalls += 1));
    for (const topic of topics) {
      here.publish(topic);
      here.publish('busy');
    }
    await arrived;
    const last = heard(there, 'last');
    here.publish('last');
    await last;
    expect(busyCalls).toBeGreaterThan(0);
    expect(busyCalls).toBeLessThan(10);
  });

  it('that was published right before the close is still sent', async () => {
    const { url } = await createTestDatabase();
    const [here, there] = [await open(url), await open(url)];
    const arrived = heard(there, 'farewell');
    here.publish('farewell');
    await here.close();
    await arrived;
  });
});

describe('a listener', () => {
  it('that throws harms neither the publisher, nor the other listeners, nor the connection', async () => {
    const { url } = await createTestDatabase();
    const [here, there] = [await open(url), await open(url)];
    for (const notifications of [here, there]) {
      notifications.subscribe('runs', () => {
        throw new Error('a fault of the listener');
      });
    }
    for (let round = 0; round < 3; round += 1) {
      const arrived = Promise.all([heard(here, 'runs'), heard(there, 'runs')]);
      here.publish('runs');
      await arrived;
    }
  });

  it('that stops twice takes nobody else along, and one that is there twice stops one by one', async () => {
    const { url } = await createTestDatabase();
    const notifications = await open(url);
    let calls = 0;
    const listener = () => {
      calls += 1;
    };
    const stop = notifications.subscribe('runs', listener);
    stop();
    const stopFirst = notifications.subscribe('runs', listener);
    const stopSecond = notifications.subscribe('runs', listener);
    stop();
    notifications.publish('runs');
    expect(calls).toBe(2);
    stopFirst();
    stopFirst();
    notifications.publish('runs');
    expect(calls).toBe(3);
    stopSecond();
    notifications.publish('runs');
    expect(calls).toBe(3);
  });

  it('may subscribe and stop while it is being called', async () => {
    const { url } = await createTestDatabase();
    const notifications = await open(url);
    let calls = 0;
    let stop = () => {};
    const again = () => {
      calls += 1;
      stop();
      stop = notifications.subscribe('runs', again);
    };
    stop = notifications.subscribe('runs', again);
    notifications.publish('runs');
    notifications.publish('runs');
    expect(calls).toBe(2);
  });
});

describe('a lost connection', () => {
  it('is opened again: listeners are called for what they may have missed, and what was told meanwhile arrives', async () => {
    const database = await createTestDatabase();
    const way = await startDatabaseWay();
    const [here, there] = [await open(way.url(database.url)), await open(database.url)];
    const missed = heard(here, 'anything');
    const arrived = heard(there, 'told meanwhile');
    way.close();
    here.publish('told meanwhile');
    await way.refused();
    way.open();
    await Promise.all([missed, arrived]);
    const next = heard(here, 'runs');
    there.publish('runs');
    await next;
  });

  it('is opened again after the server has ended it', async () => {
    const database = await createTestDatabase();
    const [here, there] = [await open(database.url), await open(database.url)];
    const missed = Promise.all([heard(here, 'anything'), heard(there, 'anything')]);
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'gantry notifications'`,
    );
    await missed;
    const arrived = heard(there, 'runs');
    here.publish('runs');
    await arrived;
  });

  it('without notice is found out in seconds, and its socket is not kept', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const database = await createTestDatabase();
    const way = await startDatabaseWay();
    const here = await open(way.url(database.url));
    const missed = heard(here, 'runs');
    way.silence();
    vi.advanceTimersByTime(3_000);
    await missed;
    await way.holds(1);
  });

  it('without notice does not hold up the close', async () => {
    const database = await createTestDatabase();
    const way = await startDatabaseWay();
    const here = await open(way.url(database.url));
    way.silence();
    here.publish('runs');
    await here.close();
    await way.holds(0);
  });
});

describe("a database that can't be reached", () => {
  it('at the start does not keep the service from starting, and is found when it comes', async () => {
    const database = await createTestDatabase();
    const way = await startDatabaseWay();
    way.close();
    const here = await open(way.url(database.url));
    const found = heard(here, 'runs');
    way.open();
    await found;
  });

  it('and takes connections without a word does not hold up the close, which leaves no socket', async () => {
    const database = await createTestDatabase();
    const way = await startDatabaseWay();
    const here = await open(way.url(database.url));
    way.silenceNew();
    way.cut();
    await way.holds(0);
    await way.holds(1);
    await here.close();
    await way.holds(0);
  });
});

async function open(connectionString: string): Promise<Notifications> {
  const notifications = await openNotifications({ connectionString }, createLog('silent'));
  onTestFinished(() => notifications.close());
  return notifications;
}

function heard(notifications: Notifications, topic: string): Promise<void> {
  return new Promise((resolve) => {
    const stop = notifications.subscribe(topic, () => {
      stop();
      resolve();
    });
  });
}
