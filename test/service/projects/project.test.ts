import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayNameFault, httpUrlFault, plainTextFault } from '../../../src/service/projects/project.ts';

describe('an address that the service calls', () => {
  it.each([
    '',
    'example.com',
    '/path',
    'ftp://example.com',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://',
    'http://exa mple.com',
    ' http://example.com',
    'http://example.com/\n',
    'http://example.com/\0',
    'http://example.com/\ud800',
    'http://user@example.com',
    'http://user:secret@example.com',
    'http://:secret@example.com',
    `http://example.com/${'x'.repeat(2_048)}`,
  ])('is not %j', (text) => {
    expect(httpUrlFault(text)).not.toBeNull();
  });

  it.each([
    'http://example.com',
    'https://shop.example.com:8443/a?b=c#d',
    'http://[::1]:9/',
    'http://bücher.example',
  ])('is %s', (text) => {
    expect(httpUrlFault(text)).toBeNull();
  });

  it('is http or https without a name or a password, whatever text is taken', () => {
    const rest = fc.string({ unit: 'binary', maxLength: 30 });
    fc.assert(
      fc.property(fc.constantFrom('http://', 'https://', 'ftp://', ''), rest, (scheme, text) => {
        if (httpUrlFault(scheme + text) !== null) return;
        const { protocol, username, password } = new URL(scheme + text);
        expect([protocol.startsWith('http'), username, password]).toEqual([true, '', '']);
        expect(scheme + text).not.toMatch(/[\s\p{Cc}]/u);
      }),
    );
  });
});

describe('a text', () => {
  it.each(['a\0b', 'a\nb', 'a\u0085b', 'a\ud800', '\udc00\ud800'])('can not be %j', (text) => {
    expect(plainTextFault(text)).toBe('must have no control characters');
    expect(displayNameFault(text)).toBe('must have no control characters');
  });

  it('that is a name has 1 to 200 characters, blanks not counted alone', () => {
    const faults = ['', ' \t', 'x'.repeat(201)].map(displayNameFault);
    expect(faults).toEqual(Array(3).fill('must have 1 to 200 characters'));
    expect(['x', 'Ünïcode 😀', 'x'.repeat(200)].map(displayNameFault)).toEqual([null, null, null]);
  });
});
