import pg from 'pg';
import { startSupport } from './node-process.ts';

interface DispatchRival {
  /** Milliseconds from just before the job is added to the first line of its task. */
  addToStart(): Promise<number>;
  stop(): Promise<void>;
}

/** A bare graphile-worker in a process of its own, on a schema of its own on the same server. */
export async function startDispatchRival(connection: pg.ClientConfig): Promise<DispatchRival> {
  const node = startSupport('bare-graphile', JSON.stringify(connection));
  await node.nextLine();
  const client = new pg.Client(connection);
  await client.connect();
  return {
    async addToStart() {
      const askedAtMs = performance.timeOrigin + performance.now();
      await client.query({ name: 'add', text: `select graphile_worker.add_job('start', '{}'::json)` });
      return Number(await node.nextLine()) - askedAtMs;
    },
    async stop() {
      await client.end();
      await node.stop();
    },
  };
}
