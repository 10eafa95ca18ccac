import { describeObjectStore } from './contract.ts';
import { startDiskPlace } from './disk-place.ts';

describeObjectStore('the data directory', startDiskPlace);
