import { codeOf } from '../errors.ts';

/**
 * - `refused`: the guard said no; nothing was sent.
 * - `busy`: the run has all its connections in use; nothing was sent.
 * - `unreachable`: no connection could be made; nothing was sent.
 * - `timeout`: the time was over, at whatever step.
 * - `broken`: the connection failed after the request may have been sent.
 * - `oversized`: the answer has more bytes than allowed.
 * - `cancelled`: the caller or the closing service ended the call.
 */
export type FaultOutcome =
  | 'refused'
  | 'busy'
  | 'unreachable'
  | 'timeout'
  | 'broken'
  | 'oversized'
  | 'cancelled';

/** Why a call came to no answer; the message is one sentence that the API's caller may read. */
export class OutboundFault extends Error {
  override readonly name = 'OutboundFault';
  readonly outcome: FaultOutcome;

  constructor(outcome: FaultOutcome, reason: string, cause?: unknown) {
    super(reason, { cause });
    this.outcome = outcome;
  }
}

export function cancelled(): OutboundFault {
  return new OutboundFault('cancelled', 'The call was ended by the service.');
}

/** The system's messages name addresses that the caller may not know, so only their codes are read. */
export function lookupFault(error: unknown, hostname: string): OutboundFault {
  const reason =
    codeOf(error) === 'ENOTFOUND'
      ? `The name ${hostname} does not exist.`
      : `The name ${hostname} could not be looked up.`;
  return new OutboundFault('unreachable', reason, error);
}

export function connectFault(error: unknown, hostname: string, port: number): OutboundFault {
  const place = `${hostname} port ${port}`;
  const reasons: Record<string, string> = {
    ECONNREFUSED: `${place} refused the connection.`,
    ECONNRESET: `${place} closed the connection at once.`,
    EHOSTUNREACH: `There is no route to ${place}.`,
    ENETUNREACH: `There is no route to ${place}.`,
    EADDRNOTAVAIL: `There is no route to ${place}.`,
    ETIMEDOUT: `${place} did not accept a connection in time.`,
  };
  return new OutboundFault('unreachable', reasons[codeOf(error)] ?? `${place} could not be reached.`, error);
}

export function secureFault(error: unknown, hostname: string): OutboundFault {
  const code = codeOf(error);
  const isCertificate = /CERT|SIGNATURE|ISSUER|CRL|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH/.test(code);
  const reason = isCertificate
    ? `The certificate of ${hostname} is not valid for it (${code}).`
    : `No secure connection to ${hostname} could be made.`;
  return new OutboundFault('unreachable', reason, error);
}

export function exchangeFault(error: unknown, hostname: string, hasBegun: boolean): OutboundFault {
  if (error instanceof OutboundFault) return error;
  const code = codeOf(error);
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return cancelled();
  if (unsendable.has(code))
    return new OutboundFault('refused', 'The request has a header that can not be sent.', error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return new OutboundFault('broken', `${hostname} answered with headers that are too large.`, error);
  if (code.startsWith('HPE_') || code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
    return new OutboundFault('broken', `${hostname} did not answer in valid HTTP.`, error);
  return hasBegun
    ? new OutboundFault('broken', `${hostname} closed the connection before its answer was complete.`, error)
    : new OutboundFault('unreachable', `The connection to ${hostname} failed.`, error);
}

const unsendable = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
]);
