import { expect, it } from 'vitest';
import { quietPort } from '../../support/ports.ts';
import { noBrowser, serveSockets, whyNot } from './support.ts';
import { sharedHastyService, verdictsAt } from './unreachable.ts';

const realService = sharedHastyService();

it.skipIf(noBrowser)(
  `a site that answers with half of a page or with none, or that is sought by IPv6 in vain, is neither PASS nor FAILED${whyNot}`,
  async () => {
    const places = {
      'the line is cut': await serveSockets((socket) => socket.once('data', () => socket.resetAndDestroy())),
      'the answer has no end': await serveSockets((socket) =>
        socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n<h1>Wel')),
      ),
      'the answer is no HTTP': await serveSockets((socket) => socket.end('220 mail.example.test ready\r\n')),
      'nobody listens at an IPv6 address': `http://[::1]:${await quietPort()}`,
      'the IPv6 address is not open': 'http://[fe80::1]',
    };
    expect(await verdictsAt(await realService(), places)).toEqual({
      'the line is cut': 'failed SITE_UNREACHABLE',
      'the answer has no end': 'failed SITE_TIMEOUT',
      'the answer is no HTTP': 'failed SITE_UNREACHABLE',
      'nobody listens at an IPv6 address': 'failed SITE_UNREACHABLE',
      'the IPv6 address is not open': 'failed ADDRESS_REFUSED',
    });
  },
);
