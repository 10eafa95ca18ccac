import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

const validators = new WeakMap<TSchema, Validator>();

/** Where a value does not have that form, and how; null where it has. */
export function faultIn(schema: TSchema, value: unknown): string | null {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  if (validator.Check(value)) return null;
  const [fault] = validator.Errors(value);
  return `${fault?.instancePath ? `${fault.instancePath.slice(1)}: ` : ''}${fault?.message}`;
}
