import { browserKind, keepsContract, phoneKind } from './contract.ts';

keepsContract([browserKind(), phoneKind('android')]);
