import type { Readable } from 'node:stream';

/** A place for binaries under opaque keys such as `files/{projectId}/{uuid}.apk`. */
export interface ObjectStore {
  /** A URL at which exactly `size` bytes can be PUT under `key` until `expiresAt`. */
  presignPut(put: { key: string; size: number; expiresAt: Date }): Promise<string>;
  /** A URL that anyone can use to GET what is under `key`, as a file of that plain name, until `expiresAt`. */
  presignGet(get: { key: string; filename: string; expiresAt: Date }): Promise<string>;
  /** Null when nothing is stored under the key. */
  head(key: string): Promise<StoredObject | null>;
  /**
   * Bytes `start` to `end`, both inclusive as in HTTP ranges; beyond the end there are none, which is no error.
   * Throws `ObjectMissing` when nothing is there.
   */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Makes `to` hold what `from` holds now; later writes to `from` leave `to` alone. Throws `ObjectMissing`. */
  promote(from: string, to: string): Promise<StoredObject>;
  /**
   * Writes exactly `size` bytes (when given, else throws `SizeMismatch`) of a stream the service itself has;
   * nothing stays if it breaks, and the stream is destroyed then.
   */
  write(key: string, body: Readable, size?: number): Promise<StoredObject>;
  /** Keys that hold nothing are no error. */
  delete(keys: readonly string[]): Promise<void>;
  /** Throws when the store can't be used; for readiness. */
  check(): Promise<void>;
  /** Removes what broken writes left behind and no key names. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export interface StoredObject {
  size: number;
}

export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';

  constructor(key: string) {
    super(`nothing is stored under ${key}`);
  }
}

/** A body that ended early or went on too long; of one that went on, `actual` is what had come by then. */
export class SizeMismatch extends Error {
  override readonly name = 'SizeMismatch';
  readonly expected: number;
  readonly actual: number;

  constructor(expected: number, actual: number) {
    super(`expected ${expected} bytes, got ${actual}${actual > expected ? ' or more' : ''}`);
    this.expected = expected;
    this.actual = actual;
  }
}
