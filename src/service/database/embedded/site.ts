import type { Account } from '../../../kernel/account.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Binaries } from './binaries.ts';
import type { Placement } from './placement.ts';

/** Everything that a start of the server needs to know; the same for each start within one service. */
export interface Site {
  place: Placement;
  account: Account;
  binaries: Binaries;
  password: string;
  socketFolder: string;
  maxConnections: number;
  log: Log;
}
