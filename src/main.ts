#!/usr/bin/env node
import { processIo } from './cli/io.ts';
import { runCli } from './cli/run-cli.ts';
import { program } from './program.ts';

process.exitCode = await runCli(process.argv.slice(2), processIo(), program);
