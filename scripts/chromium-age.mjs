// Says whether the Chromium from npm is recent. No part of the tests, which must not fail by the calendar.
import { adviceOnAge, newestNpmChromium } from '../dist/engine/browser/program/browser-report.js';
import { findNpmChromium } from '../dist/engine/browser/program/npm-chromium.js';

const [source, newest] = await Promise.all([findNpmChromium(), newestNpmChromium(60_000)]);
if (source === null) end(2, 'The Chromium from npm is not installed.');
if (newest === null) end(2, 'npm did not say which version is the newest.');
const [advice] = adviceOnAge(source.version, newest);
end(advice === undefined ? 0 : 1, advice ?? `Chromium ${source.version}; the newest from npm is ${newest}.`);

function end(code, text) {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}
