import type { Group } from '../../src/client/index.ts';

export const runModeNames: Record<Group['runMode'], string> = {
  concurrent: 'All at the same time',
  sequential: 'One after the other',
};

export const runModeChoices = Object.entries(runModeNames).map(([value, label]) => ({ value, label }));
