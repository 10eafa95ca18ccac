import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostPatternFault, matchesAnyHost, matchesHost, patternsOf } from '../../src/kernel/host-pattern.ts';

const label = fc
  .stringMatching(/^[a-z]([a-z0-9-]{0,6}[a-z0-9])?$/)
  .filter((text) => !text.startsWith('xn--'));
const name = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'));
const port = fc.integer({ min: 1, max: 65_535 });
const scheme = fc.constantFrom('http', 'https');
const tail = fc.constantFrom('', '/', '/a/b?c=d#e', '/?next=http://other.test/', '/@other.test:80/');

describe('a host pattern', () => {
  it.each([
    ['example.com', 'https://example.com/a', true],
    ['Example.com.', 'http://EXAMPLE.com:8080/', true],
    ['example.com', 'https://example.com./', true],
    ['example.com', 'https://www.example.com/', false],
    ['example.com:8080', 'http://example.com:8080/', true],
    ['example.com:8080', 'http://example.com/', false],
    ['example.com:443', 'https://example.com/', true],
    ['example.com:443', 'http://example.com/', false],
    ['*.example.com', 'https://a.b.example.com/', true],
    ['*.example.com', 'https://example.com/', false],
    ['*.example.com', 'https://badexample.com/', false],
    ['*.example.com:8443', 'https://a.example.com:8443/', true],
    ['*.0.0.1', 'http://127.0.0.1/', false],
    ['[::1]:3000', 'http://[::1]:3000/', true],
    ['[0:0:0:0:0:0:0:1]', 'http://[::1]:3000/', true],
    ['::1', 'http://[::1]:3000/', true],
    ['127.0.0.1', 'http://127.0.0.1:5/', true],
    ['127.0.0.1', 'http://0x7f.1/', true],
    ['127.0.0.1', 'http://2130706433/', true],
    ['xn--bcher-kva.example', 'https://bücher.example/', true],
    ['example.com', 'https://example.com@evil.test/', false],
    ['example.com', 'https://evil.test/example.com', false],
    ['example.com', 'https://evil.test#@example.com/', false],
    ['example.com', 'https://evil.test\\@example.com/', false],
    ['example.com', 'file://example.com/etc/passwd', false],
    ['', 'about:blank', false],
    ['a@example.com', 'https://example.com/', false],
    ['*', 'https://example.com/', false],
  ])('%s fits %s: %s', (pattern, url, fits) => {
    expect(matchesHost(pattern, new URL(url))).toBe(fits);
  });

  it('without a port fits its host in every spelling, on every port, and no other', () => {
    fc.assert(
      fc.property(name, name, scheme, port, tail, (host, other, protocol, at, rest) => {
        expect(hostPatternFault(host)).toBeNull();
        for (const spelling of [host, host.toUpperCase(), `${host}.`]) {
          expect(matchesHost(host, new URL(`${protocol}://${spelling}:${at}${rest}`))).toBe(true);
        }
        expect(matchesHost(host, new URL(`${protocol}://${other}:${at}${rest}`))).toBe(other === host);
        expect(matchesHost(host, new URL(`${protocol}://${host}:x@${other}/`))).toBe(other === host);
      }),
    );
  });

  it('with a port fits that port alone', () => {
    fc.assert(
      fc.property(name, scheme, port, port, tail, (host, protocol, wanted, at, rest) => {
        const url = new URL(`${protocol}://${host}:${at}${rest}`);
        expect(matchesHost(`${host}:${wanted}`, url)).toBe(wanted === at);
      }),
    );
  });

  it('with a star fits the names below its own, and nothing that only ends like them', () => {
    fc.assert(
      fc.property(name, label, scheme, (host, below, protocol) => {
        // What begins so stands for other letters, or for none at all.
        fc.pre(!`${below}${host}`.startsWith('xn--'));
        const fits = (text: string) => matchesHost(`*.${host}`, new URL(`${protocol}://${text}/`));
        expect([
          fits(`${below}.${host}`),
          fits(host),
          fits(`${below}${host}`),
          fits(`${host}.${below}`),
        ]).toEqual([true, false, false, `${host}.${below}`.endsWith(`.${host}`)]);
      }),
    );
  });

  it('that is made of an address fits that address and its other scheme, and no other port', () => {
    fc.assert(
      fc.property(name, scheme, fc.option(port, { nil: null }), port, (host, protocol, at, other) => {
        const url = new URL(`${protocol}://${host}${at === null ? '' : `:${at}`}/x`);
        const patterns = patternsOf(url);
        for (const pattern of patterns) expect(hostPatternFault(pattern)).toBeNull();
        expect(matchesAnyHost(patterns, url)).toBe(true);
        const elsewhere = new URL(url);
        elsewhere.port = String(other);
        const isSame = elsewhere.port === url.port || [80, 443].includes(other);
        expect(matchesAnyHost(patterns, elsewhere) && !isSame).toBe(false);
      }),
    );
  });

  it.each(['[::1]', '[::1]:8080', '10.0.0.7', 'localhost:3000', 'a.example:65535'])('may be %s', (text) => {
    expect(hostPatternFault(text)).toBeNull();
  });

  it.each([
    'http://a.example',
    'a.example/x',
    '*',
    'a.*.example',
    'A.example',
    'a b',
    '',
    'a.example:',
    'a.example:65536',
    '[1:2]',
    '999.0.0.1',
  ])('may not be "%s"', (text) => {
    expect(hostPatternFault(text)).toMatch(/must be a host/);
  });
});
