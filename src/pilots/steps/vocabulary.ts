import { handActs } from './acts/hands.ts';
import { phoneActs } from './acts/phone.ts';
import { travelActs } from './acts/travel.ts';
import { waitActs } from './acts/waits.ts';
import { asserts } from './asserts.ts';
import { everywhere, type Shape } from './shape.ts';

const screenshot: Shape = {
  type: 'screenshot',
  platforms: everywhere,
  description: 'Keeps a picture of the screen, with a name if you like.',
  examples: ['Take a screenshot', 'Take a screenshot named "Cart"', 'Take a screenshot of the page'],
  expressions: [
    'take/capture/make a screenshot',
    'take/capture/make a screenshot of the page/screen/app',
    'take/capture/make a screenshot named/called/of {quoted}',
    'take/capture/make a {quoted} screenshot',
    'capture the page/screen',
    'screenshot',
  ],
  build: (places) => ({ kind: 'screenshot', name: places.text() || null }),
};

/** Every sentence that is understood without a model. `docs/steps.md` is written from it. */
export const vocabulary: readonly Shape[] = [
  ...handActs,
  ...waitActs,
  ...travelActs,
  ...phoneActs,
  ...asserts,
  screenshot,
];
