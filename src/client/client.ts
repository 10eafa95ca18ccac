import { type EventOptions, followEvents, type GantryEvent } from './events.ts';
import { type ClientOptions, createRequester, type Requester } from './requester.ts';

export interface GantryClient extends Requester {
  /** What happens to runs and batches, as it happens. It reconnects after a broken connection. */
  events(options?: EventOptions): AsyncIterable<GantryEvent>;
}

export function createClient(options: ClientOptions): GantryClient {
  const requester = createRequester(options);
  return { ...requester, events: (following = {}) => followEvents(requester, following) };
}
