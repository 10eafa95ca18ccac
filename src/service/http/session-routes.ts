import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { notFound, PublicError } from '../../kernel/errors.ts';
import { nullable, oneOf } from '../../kernel/schema.ts';
import type { Principal } from '../projects/api-key.ts';
import { Session, toSessionRecord } from '../projects/key-record.ts';
import { signInUrl } from '../projects/session.ts';
import { deleteSession, findCaller } from '../projects/session-store.ts';
import { issueCode, ownerOfCode, signInWithCode, signInWithKey } from '../projects/sign-in.ts';
import { type CallLimits, visibleProject } from './authorize.ts';
import { refuseForeignPage } from './own-page.ts';
import type { HttpServer, Parts } from './parts.ts';
import { Deleted, idOf } from './resources.ts';
import { operationsOf } from './route-declaration.ts';
import { sessionCookie, sessionToken } from './session-cookie.ts';
import { validationError } from './validation.ts';

const SignIn = Type.Object(
  {
    key: Type.Optional(nullable.text({ format: 'plain-text', maxLength: 200, description: 'An API key' })),
    code: Type.Optional(
      nullable.text({ format: 'plain-text', maxLength: 200, description: 'A code for signing in once' }),
    ),
    replaces: Type.Optional(
      nullable.text({
        format: 'uuid',
        description: 'The session of this browser that may end, though it is of another key',
      }),
    ),
  },
  { title: 'SignIn', description: 'Exactly one of `key` and `code`' },
);
const Caller = Type.Object(
  {
    session: nullable.record(Session, { description: 'Null for an API key and for a code' }),
    kind: oneOf(['admin', 'project']),
    keyId: Type.String({ description: 'Public part of the key' }),
    keyName: nullable.text(),
    projectId: nullable.text({ format: 'uuid', description: 'The one project of a project key' }),
    projectName: nullable.text({ description: 'Its name' }),
  },
  { title: 'Caller' },
);
const SessionKept = Type.Object(
  {
    session: Type.Null({ description: 'None was opened, and the code can still be used' }),
    current: Caller,
    next: Caller,
  },
  {
    title: 'SessionKept',
    description: 'The browser has a session of another key; to end it, name it in `replaces`',
  },
);
const SignInCode = Type.Object(
  {
    code: Type.String({ description: 'Signs in once' }),
    url: Type.String({ format: 'uri', description: 'Opened in a browser, it signs in there' }),
    expiresAt: Type.String({ format: 'date-time' }),
  },
  { title: 'SignInCode' },
);
const SessionPath = Type.Object({ id: Type.String(idOf('session')) });
const operation = operationsOf('Sessions', 'project');

/** Signing in to the dashboard: a browser has a session in a cookie, and never the key. */
export function sessionRoutes(api: HttpServer, parts: Parts & { limits: CallLimits }): void {
  const { db, authenticate, limits, publicUrl } = parts;

  api.post(
    '/session',
    operation('signIn', {
      access: 'public',
      errors: ['Unauthorized', 'Forbidden', 'RateLimited'],
      summary: 'Sign a browser in',
      description:
        'Takes an API key, or a code for signing in once, and sets a cookie that authorizes the calls of the dashboard for 7 days. The session ends with its key. A browser that has a session of another key is asked first: nothing changes, and the answer names both.',
      security: [],
      body: SignIn,
      response: { 200: SessionKept, 201: Type.Object({ session: Session }) },
    }),
    async (request, reply) => {
      refuseForeignPage(request, publicUrl());
      const offered = offeredIn(request.body);
      const next = 'key' in offered ? await withKey(offered.key) : await ownerOfCode(db, offered.code);
      if (next === null) throw refused(offered, request);
      const current = await currentSession(request);
      if (current !== null && current.publicId !== next.publicId) {
        if (current.sessionId !== request.body.replaces) return keepSession(current, next);
      }
      const signedIn = await ('key' in offered
        ? signInWithKey(db, next.publicId)
        : signInWithCode(db, offered.code));
      if (signedIn === null) throw refused(offered, request);
      // The new cookie takes the place of the one that the browser had: nobody could use or end that session any more.
      if (current?.sessionId != null) await deleteSession(db, current.sessionId, null);
      const { session, token } = signedIn;
      request.log.info({ key: session.key_id, session: session.id }, 'a browser has signed in');
      reply.header('set-cookie', sessionCookie(publicUrl(), token));
      return reply.code(201).send({ session: toSessionRecord(session) });
    },
  );

  api.get(
    '/session',
    operation('getCaller', { summary: 'Show who calls: the session and the key', response: { 200: Caller } }),
    ({ principal }) => describeCaller(principal),
  );

  api.delete(
    '/session',
    operation('signOut', {
      errors: ['NotFound'],
      summary: 'Sign out: end the session of this call',
      description: 'For a browser that has signed in; a call with an API key has no session.',
      response: { 200: Deleted },
    }),
    async ({ principal }, reply) => {
      const { sessionId: id } = principal;
      if (id === null) throw notFound('session');
      await deleteSession(db, id, null);
      reply.header('set-cookie', sessionCookie(publicUrl(), null));
      return { deleted: true, id };
    },
  );

  api.delete(
    '/sessions/:id',
    operation('revokeSession', {
      summary: 'End a session',
      description: 'It stops working at once. The sessions of a key are listed with it.',
      params: SessionPath,
      response: { 200: Deleted },
    }),
    async ({ params, principal }) => {
      if (!(await deleteSession(db, params.id, visibleProject(principal)))) throw notFound('session');
      return { deleted: true, id: params.id };
    },
  );

  api.post(
    '/sign-in-codes',
    operation('issueSignInCode', {
      summary: 'Make an address that signs a browser in once',
      description: 'With the key of this call, within 5 minutes.',
      response: { 201: SignInCode },
    }),
    async ({ principal }, reply) => {
      const issued = await issueCode(db, principal.publicId);
      if (issued === null) throw new PublicError('Unauthorized', 'The key was revoked; use another one.');
      const { code, expiresAt } = issued;
      const url = signInUrl(publicUrl(), code);
      return reply.code(201).send({ code, url, expiresAt: expiresAt.toISOString() });
    },
  );

  async function withKey(key: string): Promise<Principal | null> {
    const principal = await authenticate({ key });
    if (principal !== null) limits.requests?.spend(principal.publicId);
    return principal;
  }

  function refused(offered: Offered, { ip }: FastifyRequest): PublicError {
    limits.failures.spend(ip);
    return new PublicError('Unauthorized', 'key' in offered ? wrongKey : wrongCode);
  }

  /** The one that the browser has; null where it has none, or one that has ended. */
  async function currentSession(request: FastifyRequest): Promise<Principal | null> {
    const token = sessionToken(request, publicUrl());
    return token === null ? null : authenticate({ session: token });
  }

  /** Counts as a call of that session: a code that is not used up could otherwise be asked about without end. */
  async function keepSession(current: Principal, next: Principal): Promise<Static<typeof SessionKept>> {
    limits.requests?.spend(current.publicId);
    return { session: null, current: await describeCaller(current), next: await describeCaller(next) };
  }

  async function describeCaller(principal: Principal): Promise<Static<typeof Caller>> {
    const { session, keyName, projectName } = await findCaller(db, principal);
    return {
      session: session && toSessionRecord(session),
      kind: principal.kind,
      keyId: principal.publicId,
      keyName,
      projectId: visibleProject(principal),
      projectName,
    };
  }
}

type Offered = { key: string } | { code: string };

function offeredIn({ key, code }: Static<typeof SignIn>): Offered {
  if (key != null && code == null) return { key };
  if (code != null && key == null) return { code };
  throw validationError([{ path: 'body', message: 'must have exactly one of key and code' }]);
}

const wrongKey = 'This is no valid API key; check that it is complete and was not revoked.';
const wrongCode =
  'This address has been used or its time is over; make another one with "gantry dashboard", or sign in with an API key.';
