import fastJson from 'fast-json-stringify';
import type { HttpServer } from './parts.ts';

type Serialize = (data: unknown) => string;

const serializers = new Map<string, Serialize>();

/** What writes an answer is compiled by the first call that needs it, and once for all routes and statuses of its shape. */
export function useSerialization(app: HttpServer): void {
  app.setSerializerCompiler(({ schema }) => {
    let serialize: Serialize | undefined;
    return (data) => {
      serialize ??= serializerOf(schema);
      return serialize(data);
    };
  });
}

function serializerOf(schema: object): Serialize {
  const { description: _where, ...shape } = schema as { description?: string };
  const text = JSON.stringify(shape);
  const known = serializers.get(text);
  if (known !== undefined) return known;
  const serialize: Serialize = fastJson(shape);
  serializers.set(text, serialize);
  return serialize;
}
