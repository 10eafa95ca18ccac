import { createLog } from '../../dist/kernel/log.js';
import { loadConfig } from '../../dist/service/config.js';
import { startService } from '../../dist/service/service.js';
import { describeStart } from '../../dist/tools/program/banner.js';
import { scriptedExecution } from './scripted-execution.mjs';

/** `gantry serve` with the scripted pilot, as a process of its own that can be killed, frozen and stopped. */
const [platforms = 'web', slots = '4'] = process.argv.slice(2);
const config = loadConfig();
const service = await startService(config, {
  log: createLog(config.logLevel),
  onFatal: (error) => {
    throw error;
  },
  execution: scriptedExecution({ platforms: platforms.split(','), slots: Number(slots) }),
});
process.stdout.write(describeStart(service, config));
process.once('SIGTERM', () => void service.close());
