import { describe, it } from 'vitest';
import { startSwift, swiftIsInstalled } from '../../support/s3-servers.ts';
import { describeObjectStore } from './contract.ts';
import { storesOf } from './s3-place.ts';

if (swiftIsInstalled()) {
  describeObjectStore('S3 (OpenStack Swift)', async () => storesOf(await startSwift()));
} else {
  describe('S3 (OpenStack Swift) keeps the contract of an object store', () => {
    it.skip('python3-swift is not installed');
  });
}
