/** Signs a browser in and shows that page of the dashboard to it. */
export async function signInAddress(client, page, signal) {
  const { pathname, search } = new URL(page);
  const { url } = await client.call('issueSignInCode', { signal });
  const address = new URL(url);
  address.searchParams.set('to', pathname + search);
  return address.href;
}
