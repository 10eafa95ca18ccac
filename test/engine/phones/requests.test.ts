import { asksSeldom } from './requests.ts';

asksSeldom('android');
