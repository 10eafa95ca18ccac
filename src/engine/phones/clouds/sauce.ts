import { textIn } from './answers.ts';
import type { Cloud } from './cloud.ts';

/** The region whose addresses do not name it. */
const firstRegion = 'us-west-1';

export const sauce: Cloud = {
  name: 'Sauce Labs',
  upload: {
    url: ({ region }) => `https://api.${region}.saucelabs.com/v1/storage/upload`,
    fileField: 'payload',
    // Without it, or without a suffix, the build is stored and can't be used.
    fields: (filename) => ({ name: filename }),
    reference(answer) {
      const id = textIn(answer, 'item', 'id');
      return id && `storage:${id}`;
    },
    // It keeps a build for 60 days.
    reliedUponDays: 55,
  },
  unknownApp:
    /storage:\S*.*(?:not found|does not exist|could not be found)|(?:app|file)\b.*not found in (?:app )?storage/i,
  optionsName: 'sauce:options',
  options: ({ build, session }) => ({ build, name: session }),
  resultScript: ({ isPassed }) => `sauce:job-result=${isPassed ? 'passed' : 'failed'}`,
  page: {
    url: (sessionId, { region }) =>
      `https://app.${region === firstRegion ? '' : `${region}.`}saucelabs.com/tests/${encodeURIComponent(sessionId)}`,
  },
};
