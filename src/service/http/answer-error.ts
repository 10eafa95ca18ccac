import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { errorStatus, PublicError } from '../../kernel/errors.ts';

/** The one way in which an error leaves the service: a code, a sentence and the id under which the log has the cause. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = brokeOff(request) ? cutShort(error) : asPublicError(error);
  if (known.status >= 500) request.log.error({ err: known.cause ?? known, code: known.code }, known.message);
  else request.log.debug({ err: known.cause, code: known.code }, known.message);
  reply.header('x-request-id', request.id);
  if (known.code === 'Unauthorized') reply.header('www-authenticate', 'Bearer');
  if (known.retryAfterSeconds !== undefined) reply.header('retry-after', known.retryAfterSeconds);
  return reply
    .code(known.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(known, request.id)));
}

export const ErrorBody = Type.Object(
  {
    error: Type.Unsafe<string>({
      type: 'string',
      enum: Object.keys(errorStatus),
      description: 'Stable code of the error',
    }),
    message: Type.String({ description: 'One sentence that says what to do' }),
    details: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'Each wrong field, where several are wrong',
      }),
    ),
    requestId: Type.String({ description: 'The log of the service has the same id' }),
  },
  { title: 'Error' },
);

export function errorBody(error: PublicError, requestId: string): Static<typeof ErrorBody> {
  return {
    error: error.code,
    message: error.message,
    ...(error.details && { details: error.details }),
    requestId,
  };
}

/** The caller went away in the middle of its body: no fault of ours, and nobody reads the answer. */
function brokeOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

function cutShort(cause: unknown): PublicError {
  return new PublicError(
    'ValidationError',
    'The request ended before its body was complete; send it again.',
    { cause },
  );
}

function asPublicError(error: unknown): PublicError {
  if (error instanceof PublicError) return error;
  const { code, statusCode } = error as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new PublicError(
        'PayloadTooLarge',
        'The body is larger than this call accepts; send at most 1 MiB of JSON.',
      );
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new PublicError(
        'UnsupportedMediaType',
        'Send the body as JSON with "Content-Type: application/json".',
      );
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new PublicError(
        'ValidationError',
        'The body does not have the length of its Content-Length header; send a matching one.',
      );
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new PublicError('ValidationError', 'The body is not valid JSON.', { cause: error });
  }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new PublicError('ValidationError', 'The request could not be understood.', { cause: error });
  }
  return new PublicError(
    'Internal',
    'Something went wrong inside the service; its log has the cause under this requestId.',
    {
      cause: error,
    },
  );
}
