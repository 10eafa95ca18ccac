import { browserKind, keepsContract } from './contract.ts';

keepsContract([browserKind()]);
