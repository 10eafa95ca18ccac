import { request } from 'node:http';

interface PutOptions {
  /** What the header says; the body's length unless told, absent (chunked) when null. */
  contentLength?: number | null;
  contentType?: string;
  /** Cut the connection after this many bytes. */
  cutAfter?: number;
}

/** A PUT as a build machine sends it; resolves to the status, or to null when no answer came. */
export function put(url: string, body: Buffer, options: PutOptions = {}): Promise<number | null> {
  const { contentLength = body.length, contentType, cutAfter } = options;
  return new Promise((resolve) => {
    const headers = {
      ...(contentLength !== null && { 'content-length': contentLength }),
      ...(contentType !== undefined && { 'content-type': contentType }),
    };
    const req = request(url, { method: 'PUT', headers, agent: false }, (res) => {
      res.resume().once('close', () => resolve(res.statusCode ?? null));
    });
    req.once('error', () => resolve(null));
    if (cutAfter === undefined) {
      req.end(body);
      return;
    }
    req.write(body.subarray(0, cutAfter), () => setImmediate(() => req.destroy()));
  });
}
