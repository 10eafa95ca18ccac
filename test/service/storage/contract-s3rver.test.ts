import { startS3rver } from '../../support/s3-servers.ts';
import { describeObjectStore } from './contract.ts';
import { storesOf } from './s3-place.ts';

describeObjectStore('S3 (s3rver)', async () => storesOf(await startS3rver()));
