import { createServer } from 'node:https';
import { expect, it } from 'vitest';
import { makeIdentity } from '../../kernel/outbound/certificate.ts';
import { deadUrl, listen, noBrowser, serveSockets, whyNot } from './support.ts';
import { sharedHastyService, verdictsAt } from './unreachable.ts';

const realService = sharedHastyService();

it.skipIf(noBrowser)(`a site that can't be reached is neither PASS nor FAILED${whyNot}`, async () => {
  const places = {
    'nobody listens': await deadUrl(),
    'the name does not exist': 'http://no-such-host.invalid',
    'no answer comes': await serveSockets((socket) => socket.resume()),
    'the certificate is of nobody known': await serveWithOwnCertificate(),
    'the address is not open': 'http://169.254.169.254',
  };
  expect(await verdictsAt(await realService(), places)).toEqual({
    'nobody listens': 'failed SITE_UNREACHABLE',
    'the name does not exist': 'failed SITE_UNREACHABLE',
    'no answer comes': 'failed SITE_TIMEOUT',
    'the certificate is of nobody known': 'failed SITE_UNREACHABLE',
    'the address is not open': 'failed ADDRESS_REFUSED',
  });
});

async function serveWithOwnCertificate(): Promise<string> {
  const server = createServer(makeIdentity(['localhost'], ['127.0.0.1']), (_request, response) => {
    response.end('Welcome');
  });
  server.on('tlsClientError', () => undefined);
  return `https://127.0.0.1:${await listen(server)}`;
}
