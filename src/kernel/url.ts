/**
 * The address that a text is, or null. `URL.canParse` is not asked: Node 20 denies that `http://bücher.example` is one,
 * as soon as the engine has compiled the call.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
