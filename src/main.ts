#!/usr/bin/env node
import { processIo } from './cli/io.ts';
import { runCli } from './cli/run-cli.ts';
import { program } from './program.ts';

const exitCode = await runCli(process.argv.slice(2), processIo(), program);
// By a signal. What the command has left open, such as a connection, keeps nobody waiting.
if (exitCode > 128) process.exit(exitCode);
process.exitCode = exitCode;
