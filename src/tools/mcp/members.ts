import { z } from 'zod';
import { type FieldSchema, type Records, recordSchemas } from '../../client/index.ts';

/** Members of a record as the API declares them, for what a tool answers. */
export function members<Name extends keyof Records, Key extends keyof Records[Name] & string>(
  name: Name,
  keys: readonly Key[],
): { [K in Key]: z.ZodType<Records[Name][K]> } {
  const { properties = {} } = recordSchemas[name];
  const shape = keys.map((key) => {
    const schema = properties[key];
    if (schema === undefined) throw new TypeError(`${name} has no plain member ${key}`);
    return [key, typeOf(schema)];
  });
  return Object.fromEntries(shape);
}

function typeOf(schema: FieldSchema): z.ZodType {
  const types = [schema.type ?? []].flat();
  const one = plain(types.find((type) => type !== 'null') ?? '', schema);
  return types.includes('null') ? one.nullable() : one;
}

function plain(type: string, { enum: values, properties = {}, items = {} }: FieldSchema): z.ZodType {
  if (values !== undefined) return z.enum(values.filter((value) => value !== null));
  switch (type) {
    case 'string':
      return z.string();
    case 'boolean':
      return z.boolean();
    case 'integer':
      return z.int();
    case 'number':
      return z.number();
    case 'array':
      return z.array(typeOf(items));
    case 'object':
      return z.object(
        Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, typeOf(member)])),
      );
    default:
      throw new TypeError(`a member is of the type ${type}`);
  }
}
