import { type Static, type TObject, Type } from 'typebox';

/** Shapes that JSON Schema 2020 has in one word and TypeBox would spell as unions. */
export const nullable = {
  text: (options: object = {}) => Type.Unsafe<string | null>({ ...options, type: ['string', 'null'] }),
  integer: (options: object = {}) => Type.Unsafe<number | null>({ ...options, type: ['integer', 'null'] }),
  boolean: (options: object = {}) => Type.Unsafe<boolean | null>({ ...options, type: ['boolean', 'null'] }),
  oneOf: <const T extends string>(values: readonly T[], options: object = {}) =>
    Type.Unsafe<T | null>({ ...options, type: ['string', 'null'], enum: [...values, null] }),
  texts: (options: object = {}, ofEach: object = {}) =>
    Type.Unsafe<string[] | null>({
      ...options,
      type: ['array', 'null'],
      items: { ...ofEach, type: 'string' },
    }),
  record: <const Schema extends TObject>(schema: Schema, options: object = {}) =>
    Type.Unsafe<Static<Schema> | null>({ ...schema, ...options, type: ['object', 'null'] }),
};

export function oneOf<const T extends string>(values: readonly T[], options: object = {}) {
  return Type.Unsafe<T>({ ...options, type: 'string', enum: values });
}
