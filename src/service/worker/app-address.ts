import type { ListedPhone } from '../../engine/listed-phone.ts';
import { isOnThisMachine } from '../../engine/phones/servers.ts';
import { type Config, isLoopback } from '../config.ts';

/** What is wrong where the servers of phones are to fetch builds from an address that only this machine reaches. */
export function adviceOnAppAddresses(config: Config, phones: readonly ListedPhone[]): string[] {
  return [...new Set(phones.flatMap((phone) => adviceOnAppAddress(config, phone) ?? []))];
}

function adviceOnAppAddress(
  { s3Bucket, publicUrl }: Config,
  { server, appDelivery, cloud }: ListedPhone,
): string | null {
  // Builds in a bucket are fetched from there, and a device cloud gets them by an upload.
  if (s3Bucket !== undefined || cloud !== null || appDelivery === 'file' || isOnThisMachine(server))
    return null;
  if (publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname)) return null;
  const now = publicUrl === undefined ? 'it is not set' : `it is ${publicUrl}`;
  return `${server.url} fetches builds from the address in GANTRY_PUBLIC_URL, which must not be a loopback address for a server on another machine (${now}).`;
}
