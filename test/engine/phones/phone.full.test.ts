import { keepsWithPhones, useOpenPhones } from './phone.ts';

keepsWithPhones('ios', useOpenPhones());
