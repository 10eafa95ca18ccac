import { processIo } from '../cli/io.ts';
import { type Program, runCli } from '../cli/run-cli.ts';

/** Runs the command that was typed; the process ends with its exit code. */
export async function runProgram(program: Program): Promise<void> {
  const exitCode = await runCli(process.argv.slice(2), processIo(), program);
  // By a signal. What the command has left open, such as a connection, keeps nobody waiting.
  if (exitCode > 128) process.exit(exitCode);
  process.exitCode = exitCode;
}
