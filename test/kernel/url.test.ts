import { expect, it } from 'vitest';
import { parseUrl } from '../../src/kernel/url.ts';

it('an address with letters beyond ASCII is one, also where many were read before', () => {
  for (let times = 0; times < 20_000; times += 1) parseUrl('http://bücher.example');
  expect(parseUrl('http://bücher.example')?.hostname).toBe('xn--bcher-kva.example');
});

it('what is no address is null', () => {
  expect(parseUrl('bücher.example')).toBeNull();
  expect(parseUrl('/cart')).toBeNull();
  expect(parseUrl('/cart', 'http://shop.example/')?.href).toBe('http://shop.example/cart');
});
