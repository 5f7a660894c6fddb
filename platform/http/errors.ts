import type { Context, ErrorHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { toHttpError } from '../database/unavailable.ts';
import { AppError, type ErrorTable } from '../errors.ts';
import type { Log } from '../observability/log.ts';

/** Error codes that every service may use in addition to its own. */
export const httpErrors = {
  'malformed-json': { status: 400, message: 'The request is not readable JSON.' },
  'not-found': { status: 404, message: 'Not found.' },
  'method-not-allowed': { status: 405, message: 'This method is not allowed for this address.' },
  'too-large': { status: 413, message: 'This is too large to send. Shorten it and try again.' },
  'unsupported-type': { status: 415, message: 'Send this request as application/json.' },
  'invalid-fields': { status: 422, message: 'Check what you entered and try again.' },
  'too-many-requests': { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  unavailable: { status: 503, message: 'This is not available right now. Try again later.' },
  internal: { status: 500, message: 'Something went wrong on our side. Try again.' },
} as const satisfies ErrorTable;

type Options = {
  onError?: (c: Context, error: AppError, status: number) => void;
  /** Creates the response of a service whose format differs from `{error: {code, message, fields?}}`. */
  respond?: (c: Context, error: AppError, table: ErrorTable) => Response;
};

/** Creates the error handler that turns every error into a response. */
export function createErrorHandler(
  table: ErrorTable,
  log: Log,
  { onError, respond = respondWithAppError }: Options = {},
): ErrorHandler {
  return (thrown, c) => {
    const error = toHttpError(thrown);
    if (error !== thrown)
      log.warn({ requestId: c.get('requestId'), err: thrown }, 'request failed: database unavailable');
    if (error instanceof AppError && table[error.code]) {
      onError?.(c, error, table[error.code]?.status ?? 500);
      return respond(c, error, table);
    }
    log.error({ requestId: c.get('requestId'), err: error }, 'request failed');
    return respond(c, new AppError('internal'), httpErrors);
  };
}

function respondWithAppError(c: Context, error: AppError, table: ErrorTable): Response {
  const { status, message } = table[error.code] ?? httpErrors.internal;
  if (error.retryAfter !== undefined) c.header('Retry-After', String(Math.ceil(error.retryAfter)));
  return toResponse(c, status, {
    code: error.code,
    message: error.message === error.code ? message : error.message,
    ...(error.fields && { fields: error.fields }),
    ...error.details,
  });
}

function toResponse(c: Context, status: number, error: object): Response {
  // Caches may store a 404 by default, but the resource may exist later.
  c.header('Cache-Control', 'no-store');
  if (status === 401) c.header('WWW-Authenticate', 'Bearer');
  return c.json({ error }, status as ContentfulStatusCode);
}
