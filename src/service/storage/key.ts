const keyPattern = /^(?:files|apps|runs)(?:\/[A-Za-z0-9._-]{1,200}){1,8}$/;

export function isKey(key: string): boolean {
  return keyPattern.test(key) && !key.split('/').some((segment) => segment === '.' || segment === '..');
}

/** Every adapter passes keys through here: a key that is not ours must never become a path or a URL. */
export function assertKey(key: string): void {
  if (!isKey(key)) throw new RangeError(`not a storage key: ${JSON.stringify(key)}`);
}
