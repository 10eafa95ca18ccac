import { textIn } from './answers.ts';
import type { Cloud } from './cloud.ts';

const longestReason = 250;

export const browserstack: Cloud = {
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
    read: (answer) => textIn(typeof answer === 'string' ? parsed(answer) : answer, 'browser_url'),
  },
};

function executor(action: string, args?: object): string {
  return `browserstack_executor: ${JSON.stringify({ action, ...(args && { arguments: args }) })}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
