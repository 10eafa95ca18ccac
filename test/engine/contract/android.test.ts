import { keepsContract, phoneKind } from './contract.ts';

keepsContract([phoneKind('android')]);
