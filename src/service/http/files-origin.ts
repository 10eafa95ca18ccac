import type { Log } from '../../kernel/log.ts';
import type { Config } from '../config.ts';
import { listen } from './listen.ts';
import type { HttpServer } from './parts.ts';

/** The settings that decide where files from tested pages are served. */
type FilesOriginSettings = Pick<
  Config,
  'role' | 'host' | 'port' | 'filesPort' | 'publicUrl' | 'filesPublicUrl'
>;

/**
 * Files from tested pages get an origin of their own if its address is set, or if callers reach our ports without a
 * proxy: then they reach the second port like the first.
 */
export function hasFilesOrigin(settings: FilesOriginSettings, localUrl: string): boolean {
  return settings.filesPublicUrl !== undefined || isReachedDirectly(settings.publicUrl, localUrl);
}

/** Returns the address that callers use for it. */
export async function openFilesOrigin(
  server: HttpServer,
  settings: FilesOriginSettings,
  log: Log,
): Promise<string> {
  const { filesPublicUrl, publicUrl } = settings;
  const localUrl = await listenSomewhere(server, settings, log);
  if (filesPublicUrl !== undefined) return filesPublicUrl;
  if (publicUrl === undefined) return localUrl;
  const url = new URL(publicUrl);
  url.port = new URL(localUrl).port;
  return url.origin;
}

async function listenSomewhere(
  server: HttpServer,
  { role, host, port, filesPort }: FilesOriginSettings,
  log: Log,
): Promise<string> {
  const portSetting = 'GANTRY_FILES_PORT';
  try {
    return await listen(server, { host, portSetting, port: filesPort ?? nextPort(port) });
  } catch (error) {
    // Other processes assume the next port; they would not learn of another one.
    if (filesPort !== undefined || role !== 'all') throw error;
    const url = await listen(server, { host, portSetting, port: 0 });
    log.warn(
      { wanted: nextPort(port), taken: Number(new URL(url).port) },
      'The next port is in use, so pictures and recordings are served on another one; set GANTRY_FILES_PORT to choose it.',
    );
    return url;
  }
}

function nextPort(port: number): number {
  return port === 0 || port === 65_535 ? 0 : port + 1;
}

/** The service speaks plain HTTP: another scheme, port or path belongs to a proxy. */
function isReachedDirectly(publicUrl: string | undefined, localUrl: string): boolean {
  if (publicUrl === undefined) return true;
  const { protocol, port, pathname } = new URL(publicUrl);
  return protocol === 'http:' && pathname === '/' && port === new URL(localUrl).port;
}
