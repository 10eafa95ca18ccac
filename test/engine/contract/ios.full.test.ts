import { keepsContract, phoneKind } from './contract.ts';

keepsContract([phoneKind('ios')]);
