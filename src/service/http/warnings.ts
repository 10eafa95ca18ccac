import type { FastifyContextConfig, FastifyRequest, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import type { FieldFault } from '../../kernel/errors.ts';
import { nullable } from '../../kernel/schema.ts';
import { type Findings, type Known, knownOf, takeUnknown } from './known-members.ts';
import type { HttpServer } from './parts.ts';
import { unavailableMembers } from './unavailable-members.ts';
import { validationError } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the documented call takes. */
    takes?: () => { query: Known; body: Known };
  }
}

export const Warnings = Type.Array(
  Type.Object({
    path: Type.String({ description: 'Of the member or parameter, such as `mobile.appID`' }),
    message: Type.String({ description: 'Follows the path' }),
  }),
  { description: 'What the service has not taken from the call; absent where it took everything' },
);

/** Of an answer that is no JSON object, and so has no place for `warnings`. */
const warningsHeader = 'gantry-warnings';

const strict = Type.Optional(
  nullable.boolean({
    description: 'True refuses the call where it gives a member that the service does not know',
  }),
);

/**
 * Nothing of a call is ignored without a word: what its schema does not name is taken out, so that no handler meets it, and
 * the answer says so. Must come before the routes.
 */
export function useWarnings(app: HttpServer): void {
  app.addHook('onRoute', (route) => {
    const { schema } = route;
    if (!schema || schema.hide) return;
    route.schema = { ...schema, ...(schema.body !== undefined && { body: withStrict(schema.body) }) };
    const own = route.schema;
    let known: { query: Known; body: Known } | undefined;
    // By the first call that needs it, as the validators are.
    const takes = () => {
      known ??= knownOfCall(own);
      return known;
    };
    route.config = { ...route.config, takes } as FastifyContextConfig;
  });
  app.addHook('preValidation', async (request, reply) => {
    // Without a body every required member is missing, which says more than "body must be an object".
    request.body ??= {};
    const known = request.routeOptions.config.takes?.();
    if (known === undefined) return;
    const isStrict = [prefersStrict(request.headers.prefer), takeStrict(request.body)].includes(true);
    if (isStrict) reply.header('preference-applied', 'handling=strict');
    const findings: Findings = { warnings: [], refusals: [], unlisted: 0 };
    takeUnknown(request.query, known.query, findings);
    takeUnknown(request.body, known.body, findings);
    const warnings = warningsOf(findings);
    if (findings.refusals.length > 0 || (isStrict && warnings.length > 0)) {
      throw validationError([...findings.refusals, ...(isStrict ? warnings : [])]);
    }
    if (warnings.length > 0) warningsOfCall.set(request, warnings);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const warnings = warningsOfCall.get(request);
    if (warnings === undefined || reply.statusCode >= 300) return payload;
    if (typeof payload === 'string' && payload.startsWith('{')) return withWarnings(payload, warnings);
    reply.header(warningsHeader, asciiJson(warnings));
    return payload;
  });
}

const warningsOfCall = new WeakMap<FastifyRequest, FieldFault[]>();

function withStrict(body: unknown): unknown {
  const { properties, ...others } = body as { properties?: object };
  return properties === undefined ? body : { ...others, properties: { ...properties, strict } };
}

function knownOfCall({ querystring, body, operationId }: FastifySchema): { query: Known; body: Known } {
  const known = { query: knownOf(querystring ?? nothing), body: knownOf(body ?? nothing) };
  for (const member of unavailableMembers) {
    if (operationId !== undefined && member.operations.includes(operationId)) {
      const path = member.path.split('.');
      const name = path.pop() ?? '';
      path.reduce(memberOf, known.body).unavailable.set(name, member);
    }
  }
  return known;
}

/** A call that takes no body, or no query, knows no member of one. */
const nothing = { properties: {} };

function memberOf({ members }: Known, name: string): Known {
  const member = members.get(name);
  if (member === undefined) throw new TypeError(`no member ${name} can have an unavailable one`);
  return member.items ?? member;
}

function warningsOf({ warnings, unlisted }: Findings): FieldFault[] {
  if (unlisted === 0) return warnings;
  const [noun, verb] = unlisted === 1 ? ['member', "isn't"] : ['members', "aren't"];
  return [...warnings, { path: 'body', message: `${unlisted} more ${noun} ${verb} known` }];
}

/** RFC 7240: preferences with commas between them, each with parameters behind a semicolon. */
function prefersStrict(header: string | string[] | undefined): boolean {
  const preferences = [header ?? []].flat().join(',').split(',');
  return preferences.some((text) => /^\s*handling\s*=\s*"?strict"?\s*(?:;|$)/i.test(text));
}

/** What is no boolean stays where it is, for the validation to refuse. */
function takeStrict(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !('strict' in body)) return false;
  const members: { strict?: unknown } = body;
  const given = members.strict;
  if (typeof given === 'boolean' || given === null) delete members.strict;
  return given === true;
}

/** Into the finished text: the schema of an answer is that of its record, which knows nothing of the call. */
function withWarnings(json: string, warnings: readonly FieldFault[]): string {
  const members = json.slice(0, json.lastIndexOf('}'));
  return `${members}${members === '{' ? '' : ','}"warnings":${JSON.stringify(warnings)}}`;
}

/** A header carries no other letters. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
