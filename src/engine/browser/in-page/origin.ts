declare const location: { readonly protocol: string; readonly origin: string };
declare const self: { readonly origin: string };

/** Runs in the page, as text: it may use nothing from outside itself. */
export function createOrigin() {
  /** Of this document, also where its page has written it; null for one of no host, such as that of a `data:` address. */
  function origin(): string | null {
    const own = /^https?:$/.test(location.protocol) ? location.origin : self.origin;
    return own === 'null' ? null : own;
  }
  return { origin };
}
