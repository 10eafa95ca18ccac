import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { listen } from './http/listening.ts';
import type { Log } from './kernel/log.ts';

/**
 * Whether what comes from tested pages can have an origin of its own: its address is named, or nothing stands between
 * callers and our ports, so that the second port is reached as the first one is.
 */
export function hasFilesOrigin(config: Config, localUrl: string): boolean {
  return config.filesPublicUrl !== undefined || isReachedDirectly(config.publicUrl, localUrl);
}

/** Answers with the address that callers use for it. */
export async function openFilesOrigin(server: FastifyInstance, config: Config, log: Log): Promise<string> {
  const { filesPublicUrl, publicUrl } = config;
  const localUrl = await listenSomewhere(server, config, log);
  if (filesPublicUrl !== undefined) return filesPublicUrl;
  if (publicUrl === undefined) return localUrl;
  const url = new URL(publicUrl);
  url.port = new URL(localUrl).port;
  return url.origin;
}

async function listenSomewhere(server: FastifyInstance, config: Config, log: Log): Promise<string> {
  const place = { host: config.host, portSetting: 'GANTRY_FILES_PORT' };
  const port = config.filesPort ?? nextPort(config.port);
  try {
    return await listen(server, { ...place, port });
  } catch (error) {
    // Other processes know the next port, but not another one that was free.
    if (config.filesPort !== undefined || config.role !== 'all') throw error;
    const url = await listen(server, { ...place, port: 0 });
    log.warn(
      { wanted: port, taken: Number(new URL(url).port) },
      'the next port can not be used for pictures and recordings; GANTRY_FILES_PORT names another one',
    );
    return url;
  }
}

function nextPort(port: number): number {
  return port === 0 || port === 65_535 ? 0 : port + 1;
}

/** We speak plain HTTP: another scheme, port or path is a proxy's. */
function isReachedDirectly(publicUrl: string | undefined, localUrl: string): boolean {
  if (publicUrl === undefined) return true;
  const { protocol, port, pathname } = new URL(publicUrl);
  return protocol === 'http:' && pathname === '/' && port === new URL(localUrl).port;
}
