#!/usr/bin/env node
import { runProgram } from './tools/cli/run-cli.ts';
import { program } from './tools/program/program.ts';

await runProgram(program);
