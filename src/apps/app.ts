import type { Row } from '../database/tables.ts';
import { displayName } from './upload.ts';

/** The mobile app record as the interface shows it. */
export interface AppRecord {
  id: string;
  platform: 'ios' | 'android';
  filename: string;
  bundleId: string | null;
  appVersion: string | null;
  buildVersion: string | null;
  fileSize: number;
  source: 'api_upload' | 'group_webhook_artifact';
  expiresAt: string | null;
  removeAfter: number | null;
  createdAt: string;
}

export function toRecord(app: Row<'apps'>): AppRecord {
  return {
    id: app.id,
    platform: app.platform,
    filename: displayName(app.upload_filename),
    bundleId: app.bundle_id,
    appVersion: app.app_version,
    buildVersion: app.build_version,
    fileSize: app.file_size,
    source: app.source,
    expiresAt: app.expires_at?.toISOString() ?? null,
    removeAfter: app.remove_after,
    createdAt: app.created_at.toISOString(),
  };
}
