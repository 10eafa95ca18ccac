import { describe } from 'vitest';
import { usePhones } from './phones.ts';
import { learnsAsEveryPhone } from './surroundings.ts';

const phones = usePhones();

describe('the app on a phone with iOS learns', () => {
  learnsAsEveryPhone(phones, 'ios');
});
