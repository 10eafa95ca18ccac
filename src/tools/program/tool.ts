#!/usr/bin/env node
import { backup, doctor, restore, serve } from '../cli/specs/service.ts';
import { createProgram } from './create-program.ts';
import { runProgram } from './run-program.ts';
import { toolCommands } from './tool-commands.ts';

/** The command line that a service hands out: one file, bundled by scripts/tool-bundle.mjs. */
const ofTheService = [serve, doctor, backup, restore].map(
  ({ path }) =>
    [
      path,
      `"gantry ${path}" comes with the service itself; this is only its command line. In a checkout of Gantry it is "node dist/main.js ${path}".`,
    ] as const,
);

await runProgram(createProgram(toolCommands, new Map(ofTheService)));
