import { onTestFinished } from 'vitest';
import { createClient, type GantryEvent } from '../../../src/client/index.ts';
import { adminKey, type TestService } from '../../support/service.js';

/** What is told from now on. */
export async function follow(service: TestService): Promise<GantryEvent[]> {
  const client = createClient({ url: service.url, apiKey: adminKey });
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const told: GantryEvent[] = [];
  await new Promise<void>((onOpen) => {
    const gather = async () => {
      for await (const event of client.events({ signal: leaving.signal, onOpen })) told.push(event);
    };
    gather().catch(() => undefined);
  });
  return told;
}
