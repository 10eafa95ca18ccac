import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A block of addresses: 4 or 16 bytes, of which the first `prefix` bits count. */
export interface Network {
  readonly bytes: readonly number[];
  readonly prefix: number;
}

/** Reads a list such as `10.0.0.0/8, fd00::/8, 192.0.2.7`; throws one sentence that names the first bad entry. */
export function parseNetworks(text: string): Network[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(parseNetwork);
}

export function contains(network: Network, ip: string): boolean {
  const bytes = addressBytes(ip);
  return bytes !== null && covers(network, bytes);
}

export function covers(network: Network, bytes: readonly number[]): boolean {
  if (network.bytes.length !== bytes.length) return false;
  return bytes.every((byte, at) => {
    const mask = byteMask(network.prefix, at);
    return (byte & mask) === ((network.bytes[at] ?? 0) & mask);
  });
}

export function liesWithin(inner: Network, outer: Network): boolean {
  return inner.prefix >= outer.prefix && covers(outer, inner.bytes);
}

/**
 * The bytes of an address in standard notation, or null. An IPv4-mapped address comes out as IPv4, since IPv4 is what a
 * socket speaks to it; a zone is dropped, since it only picks the interface.
 */
export function addressBytes(ip: string): number[] | null {
  if (isIPv4(ip)) return ipaddr.IPv4.parse(ip).toByteArray();
  if (!isIPv6(ip)) return null;
  const bytes = ipv6Bytes(ip.replace(/%.*$/s, ''));
  return covers(mapped, bytes) ? bytes.slice(12) : bytes;
}

const mapped: Network = { bytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0], prefix: 96 };

function parseNetwork(entry: string, at: number): Network {
  const [address = '', prefixText, ...rest] = entry.split('/');
  const written = address.includes('%') ? null : writtenBytes(address);
  if (
    written === null ||
    rest.length > 0 ||
    (prefixText !== undefined && !/^(0|[1-9]\d{0,2})$/.test(prefixText))
  )
    throw new Error(`Entry ${at + 1} is no network; write it like 10.0.0.0/8, fd00::/8 or 192.0.2.7.`);
  const bits = written.length * 8;
  const prefix = prefixText === undefined ? bits : Number(prefixText);
  if (prefix > bits) throw new Error(`Entry ${at + 1} (${entry}) has a prefix longer than ${bits} bits.`);
  const first = written.map((byte, index) => byte & byteMask(prefix, index));
  if (first.some((byte, index) => byte !== written[index])) {
    const start = ipaddr.fromByteArray(first).toString();
    throw new Error(`Entry ${at + 1} (${entry}) has bits set beyond its prefix; write ${start}/${prefix}.`);
  }
  return prefix >= 96 && covers(mapped, first)
    ? { bytes: first.slice(12), prefix: prefix - 96 }
    : { bytes: first, prefix };
}

/** Like `addressBytes`, but a mapped address keeps its 16 bytes, so that its prefix still counts from the first. */
function writtenBytes(address: string): number[] | null {
  if (isIPv4(address)) return ipaddr.IPv4.parse(address).toByteArray();
  return isIPv6(address) ? ipv6Bytes(address) : null;
}

/** Through the URL parser first: ipaddr.js takes `::8.8.8.8` for `::ffff:8.8.8.8`, which a socket does not. */
function ipv6Bytes(ip: string): number[] {
  return ipaddr.IPv6.parse(new URL(`http://[${ip}]`).hostname.slice(1, -1)).toByteArray();
}

function byteMask(prefix: number, at: number): number {
  const bits = Math.min(8, Math.max(0, prefix - at * 8));
  return (0xff << (8 - bits)) & 0xff;
}
