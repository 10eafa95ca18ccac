import type { Clock } from '../../../src/kernel/clock.ts';
import { createS3Store } from '../../../src/service/storage/s3.ts';
import type { S3Server } from '../../support/s3-servers.ts';
import type { StoreUnderTest } from './contract.ts';

export function storesOf({ stop, ...server }: S3Server): StoreUnderTest {
  return { open: (clock?: Clock) => createS3Store({ ...server, ...(clock && { clock }) }), stop };
}
