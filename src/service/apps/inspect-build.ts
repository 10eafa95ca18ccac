import { Readable } from 'node:stream';
import { randomText } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../database/database.ts';
import type { AppInfo, BinaryKind } from '../inspect/inspect.ts';
import type { Inspector } from '../inspect/inspector.ts';
import type { RandomAccess } from '../inspect/source.ts';
import { queues } from '../jobs/job.ts';
import { enqueue } from '../jobs/job-store.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { randomAccess } from '../storage/random-access.ts';
import { iconKeyOf } from './upload.ts';

export interface InspectionParts {
  store: ObjectStore;
  inspector: Pick<Inspector, 'inspect' | 'readIcon'>;
  log: Log;
}

interface StoredBuild {
  projectId: string;
  objectKey: string;
  size: number;
  kind: BinaryKind;
}

export interface InspectedBuild {
  info: AppInfo;
  iconName: string | null;
}

const nameLength = 32;

/** Written down before the bytes exist, so that a crash from here on leaves nothing that is never deleted. */
export function enqueueCleanup(db: Database, objectKey: string, delaySeconds: number): Promise<number> {
  return enqueue(db, {
    queue: queues.cleanup,
    name: 'objects.delete',
    payload: { keys: [objectKey, iconKeyOf(objectKey)] },
    delaySeconds,
  });
}

/** Looks into a build and stores its icon beside it. Throws `NotAnApp`. */
export async function inspectBuild(parts: InspectionParts, build: StoredBuild): Promise<InspectedBuild> {
  const { projectId, objectKey, size, kind } = build;
  const source = randomAccess(parts.store, objectKey, size);
  const info = await parts.inspector.inspect(source, kind, projectId);
  return { info, iconName: await keepIcon(parts, source, build) };
}

/**
 * Makes up a name for the icon. Null where there is none, and where anything goes wrong: a build is as good without. The
 * clean-up of the build must know the key of its icon.
 */
async function keepIcon(
  { store, inspector, log }: InspectionParts,
  source: RandomAccess,
  { projectId, objectKey, kind }: StoredBuild,
): Promise<string | null> {
  try {
    const icon = await inspector.readIcon(source, kind, projectId);
    if (icon === null) return null;
    await store.write(iconKeyOf(objectKey), Readable.from([icon.bytes]), icon.bytes.length);
    return `${randomText(nameLength)}.${icon.type}`;
  } catch (error) {
    log.warn({ err: error, objectKey }, 'the icon of a build could not be read or stored');
    return null;
  }
}

/** What a record says of a build. */
export function columnsOf({ info, iconName }: InspectedBuild) {
  return {
    platform: info.platform,
    bundle_id: info.bundleId,
    app_version: info.appVersion,
    build_version: info.buildVersion,
    built_for: info.builtFor,
    architectures: info.architectures,
    app_folder: info.appFolder,
    icon_name: iconName,
  };
}
