import { command } from '../cli/command.ts';
import { backup, doctor, restore, serve } from '../cli/specs/service.ts';
import { createProgram } from './create-program.ts';
import { toolCommands } from './tool-commands.ts';

const settingOptions = async () => (await import('./service-commands.ts')).settingOptions();

/** Everything that `gantry` can do. What it needs is loaded when it is asked for: the service takes a second. */
export const program = createProgram([
  command(serve, async () => (await import('./service-commands.ts')).serveUntilStopped, {
    moreOptions: settingOptions,
    ownsSignals: true,
  }),
  command(doctor, async () => (await import('./service-commands.ts')).examineMachine, {
    moreOptions: settingOptions,
    ownsSignals: true,
  }),
  command(backup, async () => (await import('./backup-commands.ts')).writeBackup, {
    ownsSignals: true,
  }),
  command(restore, async () => (await import('./backup-commands.ts')).restoreBackup, {
    ownsSignals: true,
  }),
  ...toolCommands,
]);
