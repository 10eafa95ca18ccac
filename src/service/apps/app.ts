import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../kernel/schema.ts';
import type { Row } from '../database/tables.ts';
import { displayName } from './upload.ts';

/** An app as the API shows it. */
export const MobileApp = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'Identifier of the upload' }),
    platform: oneOf(['ios', 'android']),
    filename: Type.String({ description: 'Name of the app, without its archive suffix' }),
    bundleId: nullable.text({ description: 'Bundle identifier; several uploads may share one' }),
    appVersion: nullable.text({ description: 'Version label' }),
    buildVersion: nullable.text({ description: 'Build label' }),
    builtFor: nullable.oneOf(['simulator', 'device'], {
      description:
        'Where an iOS build runs: in the simulator, or on a real device; null for Android and where the build does not tell',
    }),
    architectures: nullable.texts({
      description:
        'Of its machine code, such as arm64 or x86_64; empty where an Android app has none of its own, null where the build does not tell',
    }),
    fileSize: Type.Integer({ description: 'Bytes' }),
    source: oneOf(['api_upload', 'group_webhook_artifact']),
    expiresAt: nullable.text({ format: 'date-time', description: 'Null when the upload is permanent' }),
    removeAfter: nullable.integer({ description: 'Seconds; null when the upload is permanent' }),
    iconUrl: nullable.text({
      format: 'uri',
      description:
        'The icon of the build, a PNG or WebP, for everyone who has the address, as long as the app is listed; null where it has none that can be shown',
    }),
    createdAt: Type.String({ format: 'date-time', description: 'Creation time' }),
  },
  { title: 'MobileApp' },
);
type AppRecord = Static<typeof MobileApp>;

/** `filesUrl` is what addresses of pictures begin with. */
export function toAppRecord(app: Row<'apps'>, filesUrl: string): AppRecord {
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
