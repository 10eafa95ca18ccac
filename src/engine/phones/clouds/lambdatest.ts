import { textIn } from './answers.ts';
import type { Cloud } from './cloud.ts';

export const lambdatest: Cloud = {
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
