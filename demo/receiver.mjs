import { EventEmitter, once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from 'gantry/client';
import { startWebServer } from './web-server.mjs';

const deliveryTimeoutMs = 20_000;

/** What a pipeline would run to be told of results: it believes only what carries the project's signature. */
export async function startReceiver(stage) {
  const accepted = new Map();
  const news = new EventEmitter();
  let secret = null;
  const url = await startWebServer(stage, async (request, response) => {
    const body = await buffer(request);
    try {
      const run = await verifyWebhook({ headers: request.headers, body, secret });
      accepted.set(run.id, { run, headers: signatureOf(request.headers), body: body.toString() });
      response.writeHead(204).end();
      news.emit('accepted');
    } catch (error) {
      response.writeHead(400).end(error.reason);
    }
  });
  return {
    url: `${url}/results`,
    trust(signingSecret) {
      secret = signingSecret;
    },
    /** The delivery of that run, once it is here. */
    async delivered(runId) {
      const late = AbortSignal.timeout(deliveryTimeoutMs);
      const signal = AbortSignal.any([stage.signal, late]);
      while (!accepted.has(runId)) {
        await once(news, 'accepted', { signal }).catch(() => {
          stage.signal.throwIfAborted();
          throw new Error(
            `The result of run ${runId} was not delivered within ${deliveryTimeoutMs / 1_000} s.`,
          );
        });
      }
      return accepted.get(runId);
    },
  };
}

/** What the receiver answers to a copy whose verdict was turned round. */
export async function forge({ headers, body }, url) {
  const turned = body.replace('"result":"FAILED"', '"result":"PASS"');
  const answer = await fetch(url, { method: 'POST', headers, body: turned });
  return { status: answer.status, reason: await answer.text() };
}

function signatureOf(headers) {
  const names = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];
  return Object.fromEntries(names.map((name) => [name, headers[name]]));
}
