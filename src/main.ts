#!/usr/bin/env node
import { runProgram } from './program/run-program.ts';
import { program } from './program.ts';

await runProgram(program);
