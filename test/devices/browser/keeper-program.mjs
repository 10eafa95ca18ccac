/** Takes a browser, and ends as its second argument says when it is told to stop. */
import { createBrowserKeeper } from '../../../dist/devices/web/browser-keeper.js';
import { launchBrowser } from '../../../dist/devices/web/launch.js';
import { createLog } from '../../../dist/kernel/log.js';

const [executablePath, ending] = process.argv.slice(2);
const keeper = createBrowserKeeper({
  launch: (signal) => launchBrowser({ executablePath, args: [], env: {}, sandbox: false, signal }),
  log: createLog('silent'),
});
process.on('SIGTERM', async () => {
  if (ending === 'close') await keeper.close();
  process.exit(0);
});
keeper.take(new AbortController().signal).then(
  () => process.stdout.write('taken\n'),
  () => undefined,
);
