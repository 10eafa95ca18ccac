/** A browser hashes only what is in memory as a whole. */
const mostBytes = 512 * 1024 * 1024;

/** In hex; undefined where the file is too large, or the page has no cryptography because it is not served by HTTPS. */
export async function sha256Of(file: File): Promise<string | undefined> {
  if (file.size > mostBytes || globalThis.crypto?.subtle === undefined) return undefined;
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
