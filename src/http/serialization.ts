import fastJson from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';

type Serialize = (data: unknown) => string;

const serializers = new Map<string, Serialize>();

/** Every route can end in the same errors; what writes them is compiled once, not once for each route and status. */
export function useSerialization(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }) => {
    const { description: _where, ...shape } = schema as { description?: string };
    const text = JSON.stringify(shape);
    const known = serializers.get(text);
    if (known !== undefined) return known;
    const serialize: Serialize = fastJson(shape);
    serializers.set(text, serialize);
    return serialize;
  });
}
