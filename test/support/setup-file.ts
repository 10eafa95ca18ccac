import { closeAfterFile } from './used-again.js';

closeAfterFile();
