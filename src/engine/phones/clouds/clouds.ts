import type { Cloud, CloudKind } from './cloud.ts';

const longestReason = 250;

const browserstack: Cloud = {
  name: 'BrowserStack',
  upload: {
    url: () => 'https://api-cloud.browserstack.com/app-automate/upload',
    fileField: 'file',
    fields: () => ({}),
    reference: (answer) => textIn(answer, 'app_url'),
    // It deletes a build 30 days after it was uploaded, or last used.
    reliedUponDays: 25,
  },
  unknownApp: /BROWSERSTACK_INVALID_APP|app_url.*(?:invalid|not found|deleted|expired)/i,
  optionsName: 'bstack:options',
  options: ({ build, session }) => ({ projectName: 'Gantry', buildName: build, sessionName: session }),
  resultScript: ({ isPassed, reason }) =>
    executor('setSessionStatus', {
      status: isPassed ? 'passed' : 'failed',
      reason: (reason ?? 'The run has passed.').slice(0, longestReason),
    }),
  page: {
    script: executor('getSessionDetails'),
    // The other address, public_url, shows the session to anyone who has it.
    read: (answer) => textIn(typeof answer === 'string' ? parsedJson(answer) : answer, 'browser_url'),
  },
};

function executor(action: string, args?: object): string {
  return `browserstack_executor: ${JSON.stringify({ action, ...(args && { arguments: args }) })}`;
}

/** Null for what is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The region whose addresses do not name it. */
const firstRegion = 'us-west-1';

const sauce: Cloud = {
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

const lambdatest: Cloud = {
  name: 'LambdaTest',
  upload: {
    // Its real and its virtual phones have stores of their own.
    url: (_account, isReal) =>
      `https://manual-api.lambdatest.com/app/upload/${isReal === false ? 'virtualDevice' : 'realDevice'}`,
    fileField: 'appFile',
    fields: (filename) => ({ name: filename }),
    reference: (answer) => textIn(answer, 'app_url'),
    // It does not say for how long it keeps a build.
    reliedUponDays: 25,
  },
  unknownApp: /\bapp\b.*(?:not found|does not exist|invalid|expired|deleted)|invalid app/i,
  optionsName: 'lt:options',
  options: ({ build, session }, { isReal }) => ({
    w3c: true,
    build,
    name: session,
    isRealMobile: isReal !== false,
  }),
  resultScript: ({ isPassed }) => `lambda-status=${isPassed ? 'passed' : 'failed'}`,
  page: {
    url: (sessionId) => `https://appautomation.lambdatest.com/test?testID=${encodeURIComponent(sessionId)}`,
  },
};

export const clouds: Record<CloudKind, Cloud> = { browserstack, sauce, lambdatest };

/** A member of an answer that is text; null where there is none. */
export function textIn(answer: unknown, ...path: string[]): string | null {
  let value = answer;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return null;
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === 'string' && value !== '' ? value : null;
}
