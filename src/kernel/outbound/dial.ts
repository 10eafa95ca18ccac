import { promises as dns } from 'node:dns';
import { isIP, connect as openSocket, type Socket } from 'node:net';
import { withSignal } from '../with-signal.ts';
import { judgeAddress, type OutboundPolicy } from './address.ts';
import { connectFault, lookupFault, OutboundFault } from './fault.ts';

/** All addresses of a name, in the order in which they should be tried. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

export interface Guard {
  readonly policy: OutboundPolicy;
  readonly lookup: Lookup;
  /** For the operator: callers are not told to which address a name leads. */
  readonly onRefused?: (refusal: { hostname: string; reason: string }) => void;
}

export type DialStep = 'looking up the name' | 'connecting';

const maxAddressesTried = 6;
/** A dead first address must leave time for the next one. */
const maxMsBeforeNextAddress = 2_000;

export const systemLookup: Lookup = async (hostname) =>
  (await dns.lookup(hostname, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * Each look-up of the system occupies one of few threads until it ends, and can't be cancelled: a name that does not
 * answer must not occupy one for every call. What is shared is only the answer of a look-up under way; each connection
 * judges it anew.
 */
export function sharingLookups(lookup: Lookup): Lookup {
  const underWay = new Map<string, Promise<readonly string[]>>();
  return (hostname) => {
    const joined = underWay.get(hostname);
    if (joined !== undefined) return joined;
    const answer = (async () => lookup(hostname))().finally(() => underWay.delete(hostname));
    underWay.set(hostname, answer);
    return answer;
  };
}

/** A TCP connection to an address that the policy allows; throws an `OutboundFault`, or the signal's reason. */
export async function dial(
  { hostname, port }: { hostname: string; port: number },
  guard: Guard,
  signal: AbortSignal,
  onStep: (step: DialStep) => void = () => undefined,
): Promise<Socket> {
  onStep('looking up the name');
  const addresses = await allowedAddresses(hostname, guard, signal);
  onStep('connecting');
  let fault: unknown;
  for (const [at, address] of addresses.entries()) {
    const limitMs = at < addresses.length - 1 ? maxMsBeforeNextAddress : null;
    try {
      return await connectTo(address, port, limitMs, (remote) => refusalOf(hostname, remote, guard), signal);
    } catch (error) {
      signal.throwIfAborted();
      fault = error instanceof OutboundFault ? error : connectFault(error, hostname, port);
    }
  }
  throw fault;
}

async function allowedAddresses(hostname: string, guard: Guard, signal: AbortSignal): Promise<string[]> {
  const answers = isIP(hostname) === 0 ? await lookUp(hostname, guard.lookup, signal) : [hostname];
  const allowed = answers.filter((address) => judgeAddress(address, guard.policy).allowed);
  if (allowed.length > 0) return [...new Set(allowed)].slice(0, maxAddressesTried);
  const [first] = answers;
  const refusal = first === undefined ? null : refusalOf(hostname, first, guard);
  throw refusal ?? lookupFault(undefined, hostname);
}

/** Null for an address that may be called. The reason repeats an address that the caller named, but never one that a name led to. */
function refusalOf(hostname: string, address: string, { policy, onRefused }: Guard): OutboundFault | null {
  const verdict = judgeAddress(address, policy);
  if (verdict.allowed) return null;
  onRefused?.({ hostname, reason: verdict.reason });
  const reason =
    isIP(hostname) === 0 ? `${hostname} leads to an address that this service may not call.` : verdict.reason;
  return new OutboundFault('refused', reason);
}

async function lookUp(hostname: string, lookup: Lookup, signal: AbortSignal): Promise<readonly string[]> {
  try {
    return await withSignal(lookup(hostname), signal);
  } catch (error) {
    signal.throwIfAborted();
    throw lookupFault(error, hostname);
  }
}

/** `address` is a literal that was judged, so that nothing is looked up between the verdict and the connection. */
function connectTo(
  address: string,
  port: number,
  limitMs: number | null,
  refusalAt: (remoteAddress: string) => OutboundFault | null,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const socket = openSocket({ host: address, port, noDelay: true, autoSelectFamily: false });
    // Stays on: an error between two owners of the socket must not end the process.
    socket.on('error', () => undefined);
    const end = (error: unknown) => {
      settle();
      socket.destroy();
      reject(error);
    };
    const onAbort = () => end(signal.reason);
    const onClose = () => end(Object.assign(new Error('closed'), { code: 'ECONNRESET' }));
    const onLate = () => end(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' }));
    const timer = limitMs === null ? undefined : setTimeout(onLate, limitMs);
    const settle = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.off('error', end).off('close', onClose);
    };
    signal.addEventListener('abort', onAbort);
    socket.on('error', end).on('close', onClose);
    socket.once('connect', () => {
      if (socket.remoteAddress === undefined) return onClose();
      const refusal = refusalAt(socket.remoteAddress);
      if (refusal !== null) return end(refusal);
      settle();
      resolve(socket);
    });
  });
}
