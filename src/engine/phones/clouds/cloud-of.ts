import type { CloudKind } from './account.ts';
import { browserstack } from './browserstack.ts';
import type { Cloud } from './cloud.ts';
import { lambdatest } from './lambdatest.ts';
import { sauce } from './sauce.ts';

const clouds: Record<CloudKind, Cloud> = { browserstack, sauce, lambdatest };

export function cloudOf(kind: CloudKind): Cloud {
  return clouds[kind];
}
