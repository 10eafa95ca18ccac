import type { MobileApp } from '../../src/client/index.ts';

export const sourceNames: Record<MobileApp['source'], string> = {
  api_upload: 'Upload',
  group_webhook_artifact: 'Fetched for a batch',
};

/** Null where the build does not say it, and for Android. */
export function builtForOf({ builtFor }: MobileApp): string | null {
  if (builtFor === null) return null;
  return builtFor === 'simulator' ? 'Simulator' : 'Real devices';
}

/** Such as "1.2 (34)"; null where the build has neither. */
export function versionOf({ appVersion, buildVersion }: MobileApp): string | null {
  if (buildVersion === null || buildVersion === appVersion) return appVersion;
  return appVersion === null ? `(${buildVersion})` : `${appVersion} (${buildVersion})`;
}

export function nameOf(app: MobileApp): string {
  const version = versionOf(app);
  return version === null ? app.filename : `${app.filename} ${version}`;
}
