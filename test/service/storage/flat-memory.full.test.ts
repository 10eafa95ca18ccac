import { startS3rver } from '../../support/s3-servers.ts';
import { describeFlatMemory } from './contract.ts';
import { startDiskPlace } from './disk-place.ts';
import { storesOf } from './s3-place.ts';

const much = { mebibytes: 256, mostMebibytes: 128 };

describeFlatMemory('the data directory', startDiskPlace, much);
describeFlatMemory('S3 (s3rver)', async () => storesOf(await startS3rver()), much);
