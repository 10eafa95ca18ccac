import { type Device, ExecutionFailure, type Platform } from '../../devices/device.ts';
import type { StepContext } from '../planned-step.ts';
import { addressToOpen } from './address.ts';
import { keepLooking } from './check.ts';
import type { Instruction } from './shape.ts';

/** Does on the device what a sentence asks for, and says what was done. */
export async function carryOut(
  instruction: Instruction,
  { device, signal, timeoutMs }: StepContext,
  { platform, targetUrl }: { platform: Platform; targetUrl: string | null },
): Promise<string> {
  const limits = { signal, timeoutMs };
  switch (instruction.kind) {
    case 'open': {
      if (instruction.address === null && platform !== 'web') return perform(device, 'relaunch', {}, limits);
      const base = targetUrl ?? (await device.scene(signal)).url;
      return perform(device, 'open', { url: addressToOpen(instruction.address ?? '', base) }, limits);
    }
    case 'perform':
      return perform(device, instruction.action, instruction.input, limits);
    case 'check':
      return keepLooking(instruction.check, device, {
        place: platform === 'web' ? 'page' : 'screen',
        timeoutMs: instruction.timeoutMs ?? timeoutMs,
        signal,
      });
    case 'rest':
      await device.settle(signal);
      return 'Waited until nothing was under way.';
    case 'screenshot':
      return instruction.name === null ? 'Took a screenshot.' : `Took the screenshot "${instruction.name}".`;
  }
}

async function perform(
  device: Device,
  name: string,
  input: Record<string, unknown>,
  limits: { signal: AbortSignal; timeoutMs: number },
): Promise<string> {
  const action = device.actions.find((candidate) => candidate.name === name);
  if (action === undefined) {
    throw new ExecutionFailure('STEP_NOT_UNDERSTOOD', `The device of this run has no way to "${name}".`);
  }
  return action.perform(input, limits);
}
