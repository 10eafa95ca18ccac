#!/usr/bin/env node
import { program } from './tools/program/program.ts';
import { runProgram } from './tools/program/run-program.ts';

await runProgram(program);
