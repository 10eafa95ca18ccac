#!/usr/bin/env node
import { program } from './program/program.ts';
import { runProgram } from './program/run-program.ts';

await runProgram(program);
