import { Readable } from 'node:stream';
import { randomText } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import type { BinaryKind } from '../inspect/inspect.ts';
import type { Inspector } from '../inspect/inspector.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { randomAccess } from '../storage/random-access.ts';
import { iconKeyOf } from './upload.ts';

export interface IconParts {
  store: ObjectStore;
  inspector: Pick<Inspector, 'readIcon'>;
  log: Log;
}

const nameLength = 32;

/**
 * Stores the icon of a build beside it and makes up a name for it. Null where there is none, and where anything goes
 * wrong: a build is as good without. The clean-up of the build must know the key of its icon.
 */
export async function keepIcon(
  { store, inspector, log }: IconParts,
  {
    projectId,
    objectKey,
    size,
    kind,
  }: { projectId: string; objectKey: string; size: number; kind: BinaryKind },
): Promise<string | null> {
  try {
    const icon = await inspector.readIcon(randomAccess(store, objectKey, size), kind, projectId);
    if (icon === null) return null;
    await store.write(iconKeyOf(objectKey), Readable.from([icon.bytes]), icon.bytes.length);
    return `${randomText(nameLength)}.${icon.type}`;
  } catch (error) {
    log.warn({ err: error, objectKey }, 'the icon of a build could not be read or stored');
    return null;
  }
}
