import ipaddr from 'ipaddr.js';
import { addressBytes, covers, liesWithin, type Network, parseNetworks } from './network.ts';
import { type SpecialRange, specialRanges } from './special-ranges.ts';

export interface OutboundPolicy {
  /** Loopback and private networks are open: right only where the service is one person's. */
  readonly allowPrivate: boolean;
  /** Opened by the operator, whatever they are. */
  readonly allowNetworks: readonly Network[];
}

type AddressVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly range: string; readonly reason: string };

/** May a socket be connected to this address? What is no address in standard notation is refused. */
export function judgeAddress(ip: string, policy: OutboundPolicy): AddressVerdict {
  const bytes = addressBytes(ip);
  if (bytes === null)
    return { allowed: false, range: 'no address', reason: 'The destination is no IP address.' };
  for (const inner of embeddedAddresses(bytes)) {
    const range = refusingRange(inner, policy);
    if (range !== null) {
      const reason = `${ip} leads to ${ipaddr.fromByteArray(inner)}, which is ${range.name}.`;
      return { allowed: false, range: range.name, reason };
    }
  }
  const range = refusingRange(bytes, policy);
  return range === null
    ? { allowed: true }
    : { allowed: false, range: range.name, reason: `${ip} is ${range.name}.` };
}

function refusingRange(bytes: readonly number[], policy: OutboundPolicy): SpecialRange | null {
  const range = specialRanges.find(({ network }) => covers(network, bytes));
  if (range === undefined) throw new Error('the table of ranges has a gap');
  if (range.kind === 'public') return null;
  if (range.kind === 'private' && policy.allowPrivate) return null;
  const isOpened = policy.allowNetworks.some(
    (network) => covers(network, bytes) && (range.kind !== 'guarded' || liesWithin(network, range.network)),
  );
  return isOpened ? null : range;
}

/** IPv4 addresses that a router or tunnel would take out of this IPv6 address. */
function embeddedAddresses(bytes: readonly number[]): number[][] {
  if (bytes.length !== 16 || ownForms.some((network) => covers(network, bytes))) return [];
  const found: number[][] = [];
  if (inLastBytes.some((network) => covers(network, bytes)) || isIsatap(bytes)) found.push(bytes.slice(12));
  if (sixToFour.some((network) => covers(network, bytes))) found.push(bytes.slice(2, 6));
  if (teredo.some((network) => covers(network, bytes))) {
    const server = bytes.slice(4, 8);
    const clientWithBitsTurned = bytes.slice(12).map((byte) => byte ^ 0xff);
    found.push(server, clientWithBitsTurned);
  }
  return found;
}

const ownForms = parseNetworks('::, ::1');
const inLastBytes = parseNetworks('::/96, ::ffff:0:0:0/96, 64:ff9b::/96, 64:ff9b:1::/48');
const sixToFour = parseNetworks('2002::/16');
const teredo = parseNetworks('2001::/32');

function isIsatap(bytes: readonly number[]): boolean {
  const [first = 0, second, third, fourth] = bytes.slice(8, 12);
  return (first & 0xfd) === 0 && second === 0 && third === 0x5e && fourth === 0xfe;
}
