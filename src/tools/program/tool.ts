#!/usr/bin/env node
import { nouns } from '../cli/commands.ts';
import { runProgram } from '../cli/run-cli.ts';
import { toolCommands } from './tool-commands.ts';

/** The command line that a service hands out: one file, bundled by scripts/tool-bundle.mjs. */
const ofTheService = ['serve', 'doctor', 'backup', 'restore'].map(
  (word) =>
    [
      word,
      `"gantry ${word}" comes with the service itself; this is only its command line. In a checkout of Gantry it is "node dist/main.js ${word}".`,
    ] as const,
);

await runProgram({ commands: toolCommands, nouns, elsewhere: new Map(ofTheService) });
