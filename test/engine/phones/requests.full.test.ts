import { asksSeldom } from './requests.ts';

asksSeldom('ios');
