import { join } from 'node:path';
import { createTestFolder } from '../../support/service.js';

export async function place(): Promise<string[]> {
  const dataDir = join(await createTestFolder(), 'data');
  return ['--port', '0', '--browser-slots', '0', '--data-dir', dataDir];
}
