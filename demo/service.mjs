import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { lastWords, startProgram, untilPrinted } from './programs.mjs';
import { Impossible } from './stage.mjs';

const gantry = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** What `gantry doctor` says of this machine; throws `Impossible` in its words where the demo can't be shown. */
export async function examineMachine(stage) {
  const doctor = startProgram(stage, [gantry, 'doctor', '--json', '--data-dir', stage.dataDir]);
  const onAbort = () => doctor.child.kill('SIGTERM');
  stage.signal.addEventListener('abort', onAbort, { once: true });
  await doctor.exited;
  stage.signal.removeEventListener('abort', onAbort);
  stage.signal.throwIfAborted();
  const examined = partsIn(doctor);
  const missing = examined.filter(({ ok }) => ok === false);
  if (missing.length > 0)
    throw new Impossible(
      ['This machine can not show it. gantry doctor says:', ...missing.map(describe)].join('\n'),
    );
  return examined;
}

/** The real program on a free port, with its embedded database unless another one is named. */
export async function startService(stage, { appiumUrl, databaseUrl }) {
  const apiKey = `gk_demo_${randomBytes(20).toString('hex')}`;
  const program = startProgram(stage, [gantry, 'serve', '--data-dir', stage.dataDir], {
    GANTRY_PORT: '0',
    GANTRY_ADMIN_KEY: apiKey,
    GANTRY_LOG_LEVEL: 'warn',
    // The pages are on this machine: what is not there within two seconds will not come.
    GANTRY_ASSERT_TIMEOUT_SECONDS: '2',
    GANTRY_SHUTDOWN_GRACE_SECONDS: '0',
    ...(databaseUrl !== undefined && { GANTRY_DATABASE_URL: databaseUrl }),
    ...(appiumUrl !== undefined && { GANTRY_APPIUM_URL: appiumUrl }),
  });
  try {
    const url = await untilPrinted(program, (out) => /listens on (\S+)\n/.exec(out)?.[1], stage.signal);
    void program.exited.then(() =>
      stage.fail(new Error(`The service ended by itself:\n${lastWords(program)}`)),
    );
    return { url, apiKey };
  } catch (error) {
    stage.signal.throwIfAborted();
    throw new Error(`The service does not start:\n${error.message}`);
  }
}

function partsIn(doctor) {
  try {
    return JSON.parse(doctor.out);
  } catch {
    throw new Error(`gantry doctor does not work:\n${lastWords(doctor)}`);
  }
}

function describe({ part, found, advice }) {
  return [`✗ ${part}: ${found}`, ...advice.map((text) => `    ${text}`)].join('\n');
}
