import { createProcessTree } from '../../src/service/slots/process-tree.ts';

/** What a process and all below it hold in memory, without the files of their programs. */
export async function treeBytes(pid: number): Promise<number> {
  const found = await createProcessTree().of(pid);
  return found.reduce((sum, { bytes }) => sum + bytes, 0);
}
