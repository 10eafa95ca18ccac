import type { Row } from '../database/tables.ts';
import type { BuiltFor } from '../inspect/inspect.ts';
import { displayName } from './upload.ts';

/** The mobile app record as the interface shows it. */
export interface AppRecord {
  id: string;
  platform: 'ios' | 'android';
  filename: string;
  bundleId: string | null;
  appVersion: string | null;
  buildVersion: string | null;
  builtFor: BuiltFor | null;
  architectures: string[] | null;
  fileSize: number;
  source: 'api_upload' | 'group_webhook_artifact';
  expiresAt: string | null;
  removeAfter: number | null;
  iconUrl: string | null;
  createdAt: string;
}

/** `filesUrl` is what addresses of pictures begin with. */
export function toRecord(app: Row<'apps'>, filesUrl: string): AppRecord {
  return {
    id: app.id,
    platform: app.platform,
    filename: displayName(app.upload_filename),
    bundleId: app.bundle_id,
    appVersion: app.app_version,
    buildVersion: app.build_version,
    builtFor: app.built_for,
    architectures: app.architectures,
    fileSize: app.file_size,
    source: app.source,
    expiresAt: app.expires_at?.toISOString() ?? null,
    removeAfter: app.remove_after,
    iconUrl: app.icon_name && `${filesUrl}/apps/${app.id}/files/${app.icon_name}`,
    createdAt: app.created_at.toISOString(),
  };
}
