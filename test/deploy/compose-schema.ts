import { Type } from 'typebox';

/**
 * What deploy/compose.yaml uses of the Compose Specification, and nothing else: a member that is not here is a fault.
 * Narrower than the specification's own schema, so that what passes here passes there.
 */
const strict = { additionalProperties: false };
const Text = Type.String({ minLength: 1 });
const Texts = Type.Array(Text, { minItems: 1 });
const Duration = Type.String({ pattern: '^(\\d+h)?(\\d+m)?(\\d+s)?$', minLength: 2 });
const Size = Type.String({ pattern: '^\\d+(b|kb|mb|gb)$' });
/** A variable, or a value that may hold some. */
const Environment = Type.Record(Type.String({ pattern: '^[A-Z][A-Z0-9_]*$' }), Type.String());

const Service = Type.Object(
  {
    image: Text,
    build: Type.Optional(Type.Object({ context: Text, dockerfile: Text, target: Text }, strict)),
    restart: Type.Enum(['no', 'always', 'on-failure', 'unless-stopped']),
    init: Type.Optional(Type.Boolean()),
    entrypoint: Type.Optional(Texts),
    environment: Environment,
    ports: Type.Optional(Type.Array(Type.String({ pattern: '^127\\.0\\.0\\.1:\\d+:\\d+$' }))),
    volumes: Type.Optional(Type.Array(Type.String({ pattern: '^(\\./)?[a-z0-9]+:/[a-z/]+(:ro)?$' }))),
    cap_drop: Type.Optional(Texts),
    security_opt: Type.Optional(
      Type.Array(Type.String({ pattern: '^(no-new-privileges:true|seccomp=\\./\\S+)$' })),
    ),
    logging: Type.Object(
      {
        driver: Type.Literal('json-file'),
        options: Type.Object(
          { 'max-size': Type.String({ pattern: '^\\d+m$' }), 'max-file': Type.String({ pattern: '^\\d+$' }) },
          strict,
        ),
      },
      strict,
    ),
    shm_size: Type.Optional(Size),
    stop_grace_period: Type.Optional(Duration),
    deploy: Type.Optional(Type.Object({ replicas: Type.Integer({ minimum: 1 }) }, strict)),
    depends_on: Type.Optional(
      Type.Record(
        Text,
        Type.Object({ condition: Type.Enum(['service_started', 'service_healthy']) }, strict),
      ),
    ),
    healthcheck: Type.Optional(
      Type.Object(
        { test: Texts, interval: Duration, timeout: Duration, retries: Type.Integer({ minimum: 1 }) },
        strict,
      ),
    ),
  },
  strict,
);

export const ComposeFile = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]*$' }),
    services: Type.Record(Type.String({ pattern: '^[a-z0-9]+$' }), Service),
    volumes: Type.Record(Type.String({ pattern: '^[a-z0-9]+$' }), Type.Null()),
  },
  { patternProperties: { '^x-': {} }, additionalProperties: false },
);
