/**
 * The single-use code of an address such as `/sign-in#…`, once: it is taken out of the address, so that neither the
 * history nor a copied address holds it.
 */
export function takeCode(): string | null {
  const code = location.hash.slice(1);
  if (code === '') return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}
