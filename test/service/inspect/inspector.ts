import {
  createInspector,
  type Inspector,
  type InspectorOptions,
} from '../../../src/service/inspect/inspector.ts';

export const open: Inspector[] = [];

export function start(options: Partial<InspectorOptions> = {}): Inspector {
  const inspector = createInspector({ threads: 1, timeoutMs: 100_000, memoryMb: 128, ...options });
  open.push(inspector);
  return inspector;
}
