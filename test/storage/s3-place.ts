import type { Clock } from '../../dist/kernel/clock.js';
import { createS3Store } from '../../dist/storage/s3.js';
import type { S3Server } from '../support/s3-servers.ts';
import type { StoreUnderTest } from './contract.ts';

export function storesOf({ stop, ...server }: S3Server): StoreUnderTest {
  return { open: (clock?: Clock) => createS3Store({ ...server, ...(clock && { clock }) }), stop };
}
