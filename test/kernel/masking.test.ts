import { expect, it } from 'vitest';
import { masking } from '../../src/kernel/masking.ts';

it.each([
  ['QuietPlace', 'Page: http://quietplace.localhost:8080/', 'Page: http://•••.localhost:8080/'],
  [
    'QuietPlace',
    'may not be filled in on my-quietplace.example.com.',
    'may not be filled in on my-•••.example.com.',
  ],
  ['QuietPlace', 'http://quietplace/ did not answer', 'http://•••/ did not answer'],
  ['quietplace', 'http://QUIETPLACE.EXAMPLE/', 'http://•••.example/'],
  ['Müller', 'https://xn--mller-kva.example/', 'https://•••.example/'],
])('covers the secret %s in the name of a host, as a browser writes it: %s', (secret, text, masked) => {
  expect(masking([secret])(text)).toBe(masked);
});

it('leaves words alone that are a secret only in other letter case', () => {
  const text = 'Typed "•••" into "password" on https://Shop.example.com/password';
  expect(masking(['Password'])(text)).toBe(text);
});

it('ends for names without end', () => {
  masking(['QuietPlace'])('a'.repeat(2_000_000));
  masking(['QuietPlace'])('a.'.repeat(1_000_000));
});
