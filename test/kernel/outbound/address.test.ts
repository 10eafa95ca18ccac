import { BlockList } from 'node:net';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { judgeAddress } from '../../../src/kernel/outbound/address.ts';
import { contains, parseNetworks } from '../../../src/kernel/outbound/network.ts';
import { specialRanges } from '../../../src/kernel/outbound/special-ranges.ts';

const strict = { allowPrivate: false, allowNetworks: [] };
const onePerson = { allowPrivate: true, allowNetworks: [] };
const opened = (text: string) => ({ allowPrivate: false, allowNetworks: parseNetworks(text) });

const refusedAlways = [
  ['0.0.0.0', 'an address of "this network"'],
  ['0.1.2.3', 'an address of "this network"'],
  ['100.64.0.1', 'a carrier-grade NAT address'],
  ['100.127.255.255', 'a carrier-grade NAT address'],
  ['100.100.100.200', 'a cloud metadata address'],
  ['168.63.129.16', 'a cloud metadata address'],
  ['169.254.169.254', 'a link-local address'],
  ['169.254.170.2', 'a link-local address'],
  ['192.0.0.1', 'an IETF protocol address'],
  ['192.0.0.192', 'a cloud metadata address'],
  ['192.0.2.1', 'a documentation address'],
  ['198.51.100.1', 'a documentation address'],
  ['203.0.113.255', 'a documentation address'],
  ['198.18.0.1', 'a benchmarking address'],
  ['198.19.255.255', 'a benchmarking address'],
  ['192.88.99.1', 'a 6to4 relay address'],
  ['224.0.0.1', 'a multicast address'],
  ['239.255.255.255', 'a multicast address'],
  ['240.0.0.1', 'a reserved address'],
  ['255.255.255.255', 'the broadcast address'],
  ['::', 'the unspecified address'],
  ['fe80::1', 'a link-local address'],
  ['fe80::1%eth0', 'a link-local address'],
  ['febf::1', 'a link-local address'],
  ['fec0::1', 'a site-local address'],
  ['ff02::1', 'a multicast address'],
  ['100::1', 'a reserved address'],
  ['2001:db8::1', 'a documentation address'],
  ['3fff::1', 'a documentation address'],
  ['2001:2::1', 'a benchmarking address'],
  ['2001:10::1', 'an IETF protocol address'],
  ['2620:4f:8000::1', 'a special-purpose address'],
  ['5f00::1', 'a reserved address'],
  ['4000::1', 'a reserved address'],
  ['fd00:ec2::254', 'a cloud metadata address'],
  ['fd20:ce::254', 'a cloud metadata address'],
  ['2002:808:808::', 'a 6to4 address'],
  ['2001:0:808:808::f7f7:f7f7', 'a Teredo address'],
  ['::8.8.8.8', 'an IPv4-compatible address'],
  ['::ffff:0:8.8.8.8', 'an IPv4-translated address'],
  ['64:ff9b:1::8.8.8.8', 'a local NAT64 address'],
] as const;

const openedForOnePerson = [
  ['127.0.0.1', 'a loopback address'],
  ['127.255.255.255', 'a loopback address'],
  ['::1', 'a loopback address'],
  ['10.0.0.1', 'a private address'],
  ['172.16.0.1', 'a private address'],
  ['172.31.255.255', 'a private address'],
  ['192.168.255.255', 'a private address'],
  ['fc00::1', 'a unique local address'],
  ['fd12:3456::1', 'a unique local address'],
] as const;

const publicAddresses = [
  '1.1.1.1',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:800::200e',
  '64:ff9b::8.8.8.8',
  '::ffff:8.8.8.8',
];

describe('the verdict on an address', () => {
  it.each(refusedAlways)('%s is refused by default and for one person, as %s', (ip, range) => {
    for (const policy of [strict, onePerson])
      expect(judgeAddress(ip, policy)).toMatchObject({ allowed: false, range: expect.stringMatching(range) });
  });

  it.each(openedForOnePerson)(
    '%s is refused, as %s, but open where the service is one person’s',
    (ip, range) => {
      expect(judgeAddress(ip, strict)).toEqual({ allowed: false, range, reason: `${ip} is ${range}.` });
      expect(judgeAddress(ip, onePerson)).toEqual({ allowed: true });
    },
  );

  it.each(publicAddresses)('%s is open', (ip) => {
    expect(judgeAddress(ip, strict)).toEqual({ allowed: true });
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '127.0.0.1 ',
    ' 127.0.0.1',
    '2130706433',
    '[::1]',
    '1.2.3.4/8',
    '8.8.8.8%eth0',
    '8.8.8.8\n',
  ])('%j is no address in standard notation and refused, whatever is open', (text) => {
    expect(
      judgeAddress(text, { allowPrivate: true, allowNetworks: parseNetworks('0.0.0.0/0, ::/0') }),
    ).toMatchObject({
      allowed: false,
    });
  });

  it('says where an embedded address leads', () => {
    expect(judgeAddress('2002:7f00:1::', strict)).toMatchObject({
      reason: '2002:7f00:1:: leads to 127.0.0.1, which is a loopback address.',
    });
  });
});

describe('networks that the operator opens', () => {
  it('open what they contain and nothing beside it', () => {
    const policy = opened('10.1.0.0/16, fd12::/16, 127.0.0.1');
    expect(judgeAddress('10.1.255.255', policy).allowed).toBe(true);
    expect(judgeAddress('10.2.0.0', policy).allowed).toBe(false);
    expect(judgeAddress('fd12::1', policy).allowed).toBe(true);
    expect(judgeAddress('fd13::1', policy).allowed).toBe(false);
    expect(judgeAddress('127.0.0.1', policy).allowed).toBe(true);
    expect(judgeAddress('::ffff:127.0.0.1', policy).allowed).toBe(true);
    expect(judgeAddress('127.0.0.2', policy).allowed).toBe(false);
  });

  it('open link-local and metadata addresses only by a network inside their range', () => {
    for (const wide of ['0.0.0.0/0, ::/0', '168.0.0.0/8, 169.0.0.0/8, 100.64.0.0/10, fd00::/8, fe00::/8'])
      for (const ip of ['169.254.169.254', '168.63.129.16', '100.100.100.200', 'fd00:ec2::254', 'fe80::1'])
        expect(judgeAddress(ip, opened(wide)).allowed).toBe(false);
    expect(judgeAddress('169.254.169.254', opened('169.254.0.0/16')).allowed).toBe(true);
    expect(judgeAddress('169.254.169.254', opened('169.254.169.254')).allowed).toBe(true);
    expect(judgeAddress('fe80::1', opened('fe80::/64')).allowed).toBe(true);
    expect(judgeAddress('fd00:ec2::254', opened('fd00:ec2::254')).allowed).toBe(true);
  });

  it('do not open the address inside a tunnel address along with the tunnel', () => {
    expect(judgeAddress('2002:7f00:1::', opened('2002::/16')).allowed).toBe(false);
    expect(judgeAddress('2002:7f00:1::', opened('2002::/16, 127.0.0.0/8')).allowed).toBe(true);
    expect(judgeAddress('2002:808:808::', opened('2002::/16')).allowed).toBe(true);
  });

  it.each<[string, string]>([
    ['10.0.0.1/8', 'Entry 1 (10.0.0.1/8) has bits set beyond its prefix; write 10.0.0.0/8.'],
    ['::1, fd00::1/8', 'Entry 2 (fd00::1/8) has bits set beyond its prefix; write fd00::/8.'],
    ['10.0.0.0/33', 'Entry 1 (10.0.0.0/33) has a prefix longer than 32 bits.'],
    ['::/129', 'Entry 1 (::/129) has a prefix longer than 128 bits.'],
    ...[
      '10',
      '10.0.0',
      'localhost',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '10.0.0.0/08',
      '10.0.0.0/-1',
      '10.0.0.0/8.0',
      '010.0.0.0/8',
      '0x0a.0.0.0/8',
      'fe80::%eth0/10',
      '[::1]',
      '10.0.0.0 /8',
      '10.0.0.0/255.0.0.0',
      '*',
    ].map((text): [string, string] => [
      text,
      'Entry 1 is no network; write it like 10.0.0.0/8, fd00::/8 or 192.0.2.7.',
    ]),
  ])('%j is a fault', (text, message) => {
    expect(() => parseNetworks(text)).toThrow(new Error(message));
  });

  it('may be written with blanks, alone, or not at all', () => {
    expect(parseNetworks('')).toEqual([]);
    expect(parseNetworks(' , ')).toEqual([]);
    expect(parseNetworks(' 10.0.0.0/8 ,\t192.0.2.7\n')).toEqual(parseNetworks('10.0.0.0/8,192.0.2.7/32'));
    expect(parseNetworks('::1')).toEqual(parseNetworks('::1/128'));
    expect(parseNetworks('::ffff:10.0.0.0/104')).toEqual(parseNetworks('10.0.0.0/8'));
  });
});

describe('for every address', () => {
  const bytes = (length: number) =>
    fc.array(fc.integer({ min: 0, max: 255 }), { minLength: length, maxLength: length });
  const ranges = (length: number) => specialRanges.filter(({ network }) => network.bytes.length === length);
  /** Anywhere, and on both sides of the edges of each range. */
  const address = (length: number) =>
    fc.oneof(
      bytes(length),
      fc
        .record({
          range: fc.constantFrom(...ranges(length)),
          noise: bytes(length),
          flip: fc.integer({ min: -1, max: length * 8 - 1 }),
        })
        .map(({ range: { network }, noise, flip }) =>
          network.bytes.map((byte, at) => {
            const fixed = Math.min(8, Math.max(0, network.prefix - at * 8));
            const mask = (0xff << (8 - fixed)) & 0xff;
            const flipped = Math.floor(flip / 8) === at ? 0x80 >> (flip % 8) : 0;
            return ((byte & mask) | ((noise[at] ?? 0) & ~mask & 0xff)) ^ flipped;
          }),
        ),
    );
  const text = (octets: readonly number[]) => ipaddr.fromByteArray([...octets]).toString();
  const policies = fc.constantFrom(strict, onePerson, opened('10.0.0.0/8, 169.254.169.254, 192.0.2.0/24'));
  const runs = { numRuns: 1_500 };

  it('IPv4: only what another library calls unicast is open by default', () => {
    fc.assert(
      fc.property(address(4), (octets) => {
        const isUnicast = ipaddr.IPv4.parse(text(octets)).range() === 'unicast';
        expect(judgeAddress(text(octets), strict).allowed).toBe(
          isUnicast && text(octets) !== '168.63.129.16',
        );
      }),
      runs,
    );
  });

  it('IPv6: only global unicast by another library’s word is open by default', () => {
    fc.assert(
      fc.property(address(16), (octets) => {
        if (!judgeAddress(text(octets), strict).allowed) return;
        expect(['unicast', 'rfc6052', 'ipv4Mapped']).toContain(ipaddr.IPv6.parse(text(octets)).range());
      }),
      runs,
    );
  });

  it('a mapped, NAT64 or ISATAP form is judged as the IPv4 address inside it', () => {
    fc.assert(
      fc.property(address(4), policies, (octets, policy) => {
        const dotted = octets.join('.');
        const plain = judgeAddress(dotted, policy);
        const range = plain.allowed ? undefined : plain.range;
        for (const form of [
          `::ffff:${dotted}`,
          `::FFFF:${dotted}%1`,
          `64:ff9b::${dotted}`,
          `2606:4700::5efe:${dotted}`,
          `2606:4700::200:5efe:${dotted}`,
        ]) {
          const verdict = judgeAddress(form, policy);
          expect([form, verdict.allowed, verdict.allowed ? undefined : verdict.range]).toEqual([
            form,
            plain.allowed,
            range,
          ]);
        }
      }),
      runs,
    );
  });

  it('a tunnel form is closed by default, and where its range is open judged as the IPv4 address inside it', () => {
    const tunnels = parseNetworks('::/96, ::ffff:0:0:0/96, 64:ff9b:1::/48, 2002::/16, 2001::/32');
    const hex = (octets: readonly number[]) =>
      `${(((octets[0] ?? 0) << 8) | (octets[1] ?? 0)).toString(16)}:${(((octets[2] ?? 0) << 8) | (octets[3] ?? 0)).toString(16)}`;
    fc.assert(
      fc.property(address(4), policies, (octets, policy) => {
        fc.pre(octets.slice(0, 3).some((octet) => octet !== 0));
        const dotted = octets.join('.');
        const turned = hex(octets.map((octet) => octet ^ 0xff));
        const forms = [
          `::${dotted}`,
          `::ffff:0:${dotted}`,
          `64:ff9b:1::${dotted}`,
          `2002:${hex(octets)}::1`,
          `2001:0:${hex(octets)}::f7f7:f7f7`,
          `2001:0:808:808::${turned}`,
        ];
        for (const form of forms) {
          expect([form, judgeAddress(form, policy).allowed]).toEqual([form, false]);
          const open = { ...policy, allowNetworks: [...policy.allowNetworks, ...tunnels] };
          expect([form, judgeAddress(form, open).allowed]).toEqual([
            form,
            judgeAddress(dotted, open).allowed,
          ]);
        }
      }),
      runs,
    );
  });

  it.each([4, 16])('a network of %i bytes contains what the system’s own block list says', (length) => {
    const family = length === 4 ? 'ipv4' : 'ipv6';
    const isMapped = (octets: readonly number[]) => length === 16 && text(octets).startsWith('::ffff:');
    fc.assert(
      fc.property(
        address(length),
        address(length),
        fc.nat(length * 8),
        fc.boolean(),
        (base, other, prefix, isNear) => {
          const start = base.map(
            (byte, at) => byte & ((0xff << (8 - Math.min(8, Math.max(0, prefix - at * 8)))) & 0xff),
          );
          const probe = isNear ? base : other;
          fc.pre(!isMapped(start) && !isMapped(probe));
          const [network] = parseNetworks(`${text(start)}/${prefix}`);
          const list = new BlockList();
          list.addSubnet(text(start), prefix, family);
          expect(network && contains(network, text(probe))).toBe(list.check(text(probe), family));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
