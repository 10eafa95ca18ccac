import { createServer } from 'node:https';
import { expect, it } from 'vitest';
import { makeIdentity } from '../../kernel/outbound/certificate.ts';
import { quietPort } from '../../support/ports.ts';
import {
  deadUrl,
  html,
  listen,
  noBrowser,
  serve,
  serveSockets,
  sharedRealService,
  verdictOf,
  whyNot,
} from './support.ts';

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

it.skipIf(noBrowser)(
  `a site that goes down between two steps ends the run without a verdict${whyNot}`,
  async () => {
    const { run } = await realService();
    const next = [
      'Click "Cart". See "Your cart".',
      'Reload the page. Do not see "Error".',
      'Open /cart. Do not see "Error".',
    ];
    const ended = await Promise.all(
      next.map(async (sentences) => {
        const site = await serve((_request, response) => {
          response.setHeader('connection', 'close').end(html('<h1>Shop</h1><a href="/cart">Cart</a>'));
          response.on('close', () => void site.close());
        });
        return run(`Open ${site.url}. See "Shop". ${sentences}`, { targetUrl: site.url });
      }),
    );
    expect(ended.map(verdictOf)).toEqual(next.map(() => 'failed SITE_UNREACHABLE'));
    expect(ended.map(({ output }) => output.steps.map(({ status }) => status))).toEqual(
      next.map(() => ['passed', 'passed', 'failed']),
    );
  },
);

it.skipIf(noBrowser)(
  `a link to another host ends the run before that host hears of it${whyNot}`,
  async () => {
    const { run } = await realService();
    let visits = 0;
    const other = await serve((_request, response) => {
      visits += 1;
      response.end(html('Welcome'));
    });
    const elsewhere = other.url.replace('127.0.0.1', 'localhost');
    const site = await serve((_request, response) => {
      response.end(html(`<a href="${elsewhere}">Partner</a>`));
    });
    const ended = await run(`Open ${site.url}. Click "Partner". See "Welcome".`);
    expect(verdictOf(ended)).toBe('failed HOST_NOT_ALLOWED');
    expect(ended.error?.message).toMatch(/localhost.*allowedHosts/s);
    expect(visits).toBe(0);
  },
);

async function serveWithOwnCertificate(): Promise<string> {
  const server = createServer(makeIdentity(['localhost'], ['127.0.0.1']), (_request, response) => {
    response.end('Welcome');
  });
  server.on('tlsClientError', () => undefined);
  return `https://127.0.0.1:${await listen(server)}`;
}
