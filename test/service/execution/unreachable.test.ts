import { createServer } from 'node:https';
import { expect, it } from 'vitest';
import { makeIdentity } from '../../kernel/outbound/certificate.ts';
import { quietPort } from '../../support/ports.ts';
import { deadUrl, listen, noBrowser, serveSockets, sharedRealService, verdictOf, whyNot } from './support.ts';

/** A silent site is waited for all that time. */
const realService = sharedRealService({ GANTRY_STEP_TIMEOUT_SECONDS: '4' });

it.skipIf(noBrowser)(`a site that can't be reached is neither PASS nor FAILED${whyNot}`, async () => {
  const { run } = await realService();
  const places = {
    'nobody listens': await deadUrl(),
    'the name does not exist': 'http://no-such-host.invalid',
    'the line is cut': await serveSockets((socket) => socket.once('data', () => socket.resetAndDestroy())),
    'no answer comes': await serveSockets((socket) => socket.resume()),
    'the answer has no end': await serveSockets((socket) =>
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n<h1>Wel')),
    ),
    'the answer is no HTTP': await serveSockets((socket) => socket.end('220 mail.example.test ready\r\n')),
    'the certificate is of nobody known': await serveWithOwnCertificate(),
    'the address is not open': 'http://169.254.169.254',
    'nobody listens at an IPv6 address': `http://[::1]:${await quietPort()}`,
    'the IPv6 address is not open': 'http://[fe80::1]',
  };
  const verdicts = await Promise.all(
    Object.entries(places).map(async ([what, url]) => {
      const ended = await run(`Open ${url}/. See "Welcome".`);
      expect(ended.error?.message, what).toContain(new URL(url).hostname);
      // It says what happened behind the colon.
      expect(ended.error?.message, what).not.toMatch(/: ?\.?$/);
      expect(ended.output, what).toMatchObject({ result: null, issues: [] });
      expect(ended.output.steps, what).toMatchObject([{ status: 'failed', error: ended.error?.message }]);
      return [what, verdictOf(ended)];
    }),
  );
  expect(Object.fromEntries(verdicts)).toEqual({
    'nobody listens': 'failed SITE_UNREACHABLE',
    'the name does not exist': 'failed SITE_UNREACHABLE',
    'the line is cut': 'failed SITE_UNREACHABLE',
    'no answer comes': 'failed SITE_TIMEOUT',
    'the answer has no end': 'failed SITE_TIMEOUT',
    'the answer is no HTTP': 'failed SITE_UNREACHABLE',
    'the certificate is of nobody known': 'failed SITE_UNREACHABLE',
    'the address is not open': 'failed ADDRESS_REFUSED',
    'nobody listens at an IPv6 address': 'failed SITE_UNREACHABLE',
    'the IPv6 address is not open': 'failed ADDRESS_REFUSED',
  });
});

async function serveWithOwnCertificate(): Promise<string> {
  const server = createServer(makeIdentity(['localhost'], ['127.0.0.1']), (_request, response) => {
    response.end('Welcome');
  });
  server.on('tlsClientError', () => undefined);
  return `https://127.0.0.1:${await listen(server)}`;
}
