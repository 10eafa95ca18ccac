const cover = '•••';

/**
 * The fetch that reaches the provider. It follows no redirect, which would carry the key to another host, and covers the
 * key where an error answer repeats it, since such answers end up in messages and logs.
 */
export function guardedFetch(apiKey: string | undefined): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    if (response.ok || apiKey === undefined) return response;
    const text = await response.text();
    const headers = new Headers(response.headers);
    // The text is decoded already.
    headers.delete('content-encoding');
    headers.delete('content-length');
    return new Response(text.replaceAll(apiKey, cover), {
      status: response.status,
      statusText: response.statusText,
      headers,
    });
  };
}
