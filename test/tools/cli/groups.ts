import { expect } from 'vitest';
import { scriptedExecution } from '../../support/scripted-execution.mjs';
import { startTestService, type TestService } from '../../support/service.js';
import { gantry } from './support.js';

export const scripted = () =>
  startTestService({ execution: scriptedExecution({ platforms: ['web', 'ios'] }) });

export async function makeTests(service: TestService, tests: Record<string, string>): Promise<void> {
  for (const [title, step] of Object.entries(tests)) {
    expect((await gantry(service, ['tests', 'create', title, '--step', step])).code).toBe(0);
  }
}
