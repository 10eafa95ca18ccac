// A service in a process of its own: starts the embedded server, says so in one line of JSON, stops when stdin ends.

import { createLog } from '../../../../dist/kernel/log.js';
import { startEmbedded } from '../../../../dist/service/database/embedded/server.js';

const options = JSON.parse(process.argv[2] ?? '{}');
if (process.env.UMASK) process.umask(process.env.UMASK);
try {
  const server = await startEmbedded({ ...options, log: createLog('warn') });
  process.stdout.write(`${JSON.stringify({ connection: server.connection, location: server.location })}\n`);
  if (process.env.EXIT_AFTER_START === 'true') process.exit();
  process.stdin.resume();
  process.stdin.once('end', () => server.stop());
} catch (error) {
  process.stdout.write(`${JSON.stringify({ refusal: { name: error.name, message: error.message } })}\n`);
  process.exitCode = 1;
}
