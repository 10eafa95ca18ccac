import { type Network, parseNetworks } from './network.ts';

/**
 * - `public`: open.
 * - `private`: open where the service is one person's.
 * - `special`: open only to an operator's network that contains the address.
 * - `guarded`: open only to an operator's network inside this very range, so that opening `fd00::/8` or even
 *   `0.0.0.0/0` does not hand out a cloud's credentials along the way.
 */
type RangeKind = 'public' | 'private' | 'special' | 'guarded';

export interface SpecialRange {
  readonly network: Network;
  readonly kind: RangeKind;
  /** Completes the sentence "127.0.0.1 is …". */
  readonly name: string;
}

/** The first row that contains an address decides; the last row of each family contains them all. */
export const specialRanges: readonly SpecialRange[] = [
  // Azure's wire server, Alibaba's and Oracle's metadata: the first is no special address to the world.
  ...rows('guarded', 'a cloud metadata address', '168.63.129.16, 100.100.100.200, 192.0.0.192'),
  ...rows('guarded', 'a link-local address', '169.254.0.0/16'),
  ...rows('special', 'an address of "this network"', '0.0.0.0/8'),
  ...rows('private', 'a loopback address', '127.0.0.0/8'),
  ...rows('private', 'a private address', '10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16'),
  ...rows('special', 'a carrier-grade NAT address', '100.64.0.0/10'),
  ...rows('special', 'an IETF protocol address', '192.0.0.0/24'),
  ...rows('special', 'a documentation address', '192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24'),
  ...rows('special', 'a benchmarking address', '198.18.0.0/15'),
  ...rows('special', 'a 6to4 relay address', '192.88.99.0/24'),
  ...rows('special', 'a special-purpose address', '192.31.196.0/24, 192.52.193.0/24, 192.175.48.0/24'),
  ...rows('special', 'a multicast address', '224.0.0.0/4'),
  ...rows('special', 'the broadcast address', '255.255.255.255'),
  ...rows('special', 'a reserved address', '240.0.0.0/4'),
  ...rows('public', 'a public address', '0.0.0.0/0'),

  // Amazon, Google, Oracle and Scaleway keep metadata in unique local addresses.
  ...rows(
    'guarded',
    'a cloud metadata address',
    'fd00:ec2::/32, fd20:ce::/32, fd00:c1::a9fe:a9fe, fd00:42::42',
  ),
  ...rows('guarded', 'a link-local address', 'fe80::/10'),
  ...rows('special', 'the unspecified address', '::'),
  ...rows('private', 'a loopback address', '::1'),
  ...rows('private', 'a unique local address', 'fc00::/7'),
  ...rows('special', 'an IPv4-compatible address', '::/96'),
  ...rows('special', 'an IPv4-translated address', '::ffff:0:0:0/96'),
  // An IPv6-only network reaches every IPv4 receiver through these: the IPv4 address inside decides.
  ...rows('public', 'a NAT64 address', '64:ff9b::/96'),
  ...rows('special', 'a local NAT64 address', '64:ff9b:1::/48'),
  ...rows('special', 'a Teredo address', '2001::/32'),
  ...rows('special', 'a benchmarking address', '2001:2::/48'),
  ...rows('special', 'an IETF protocol address', '2001::/23'),
  ...rows('special', 'a documentation address', '2001:db8::/32, 3fff::/20'),
  ...rows('special', 'a 6to4 address', '2002::/16'),
  ...rows('special', 'a special-purpose address', '2620:4f:8000::/48'),
  ...rows('special', 'a site-local address', 'fec0::/10'),
  ...rows('special', 'a multicast address', 'ff00::/8'),
  ...rows('public', 'a public address', '2000::/3'),
  ...rows('special', 'a reserved address', '::/0'),
];

function rows(kind: RangeKind, name: string, networks: string): SpecialRange[] {
  return parseNetworks(networks).map((network) => ({ network, kind, name }));
}
