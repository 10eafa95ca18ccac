import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';

export interface Progress {
  /** Tells the client how far it is, in a few words. */
  say(message: string): void;
  end(): void;
}

/** Clients that give up on silence are told at least this often that something is under way. */
const aliveMs = 5_000;

/** Counts seconds, since the number of steps is not known beforehand. Sends nothing to a client that did not ask. */
export function reportProgress({
  _meta,
  sendNotification,
  signal,
}: RequestHandlerExtra<ServerRequest, ServerNotification>): Progress {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return { say: () => undefined, end: () => undefined };
  const startedMs = performance.now();
  let lastProgress = 0;
  let last = 'under way';
  const tell = () => {
    if (signal.aborted) return;
    lastProgress = Math.max(lastProgress + 0.001, (performance.now() - startedMs) / 1_000);
    const params = { progressToken, progress: lastProgress, message: last };
    // A client that is gone needs no progress.
    sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const timer = setInterval(tell, aliveMs);
  return {
    say(message) {
      if (message === last) return;
      last = message;
      timer.refresh();
      tell();
    },
    end: () => clearInterval(timer),
  };
}
