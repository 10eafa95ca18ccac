import { describeFlatMemory, describeObjectStore } from './contract.ts';
import { startDiskPlace } from './disk-place.ts';

describeObjectStore('the data directory', startDiskPlace);
describeFlatMemory('the data directory', startDiskPlace, { mebibytes: 32, mostMebibytes: 16 });
