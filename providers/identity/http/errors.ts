import type { ErrorHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { toHttpError } from '#platform/database/unavailable.ts';
import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/observability/log.ts';

/** Identity Toolkit's error codes, sent as `error.message` with status 400. */
export type IdentityError =
  | 'ADMINISTRATOR_REQUIRED'
  | 'ADMIN_ONLY_OPERATION'
  | 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'
  | 'EMAIL_EXISTS'
  | 'EMAIL_LINK_REQUIRED'
  | 'EMAIL_NOT_FOUND'
  | 'EXPIRED_OOB_CODE'
  | 'FEDERATED_USER_ID_ALREADY_LINKED'
  | 'INSUFFICIENT_PERMISSION'
  | 'INVALID_ARGUMENT'
  | 'INVALID_CODE'
  | 'INVALID_CONTINUE_URI'
  | 'INVALID_CREDENTIAL_OR_PROVIDER_ID'
  | 'INVALID_CUSTOM_TOKEN'
  | 'INVALID_EMAIL'
  | 'INVALID_GRANT_TYPE'
  | 'INVALID_IDENTIFIER'
  | 'INVALID_IDP_RESPONSE'
  | 'INVALID_ID_TOKEN'
  | 'INVALID_LOGIN_CREDENTIALS'
  | 'INVALID_MFA_PENDING_CREDENTIAL'
  | 'INVALID_NEW_EMAIL'
  | 'INVALID_OOB_CODE'
  | 'INVALID_PASSKEY'
  | 'INVALID_PASSWORD'
  | 'INVALID_PENDING_TOKEN'
  | 'INVALID_PHONE_NUMBER'
  | 'INVALID_PROJECT_ID'
  | 'INVALID_REFRESH_TOKEN'
  | 'INVALID_REQUEST_URI'
  | 'INVALID_REQ_TYPE'
  | 'INVALID_SESSION_INFO'
  | 'INVALID_TEMPORARY_PROOF'
  | 'MFA_ENROLLMENT_NOT_FOUND'
  | 'MISSING_CODE'
  | 'MISSING_CONTINUE_URI'
  | 'MISSING_CREDENTIAL'
  | 'MISSING_CUSTOM_TOKEN'
  | 'MISSING_EMAIL'
  | 'MISSING_GRANT_TYPE'
  | 'MISSING_IDENTIFIER'
  | 'MISSING_ID_TOKEN'
  | 'MISSING_LOCAL_ID'
  | 'MISSING_MFA_ENROLLMENT_ID'
  | 'MISSING_MFA_PENDING_CREDENTIAL'
  | 'MISSING_NEW_EMAIL'
  | 'MISSING_OOB_CODE'
  | 'MISSING_OR_INVALID_NONCE'
  | 'MISSING_PASSWORD'
  | 'MISSING_PHONE_NUMBER'
  | 'MISSING_REFRESH_TOKEN'
  | 'MISSING_REQUEST_URI'
  | 'MISSING_REQ_TYPE'
  | 'MISSING_SESSION_INFO'
  | 'OPERATION_NOT_ALLOWED'
  | 'PASSKEY_EXISTS'
  | 'PASSKEY_LIMIT_EXCEEDED'
  | 'PASSKEY_NOT_FOUND'
  | 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'
  | 'PASSWORD_LOGIN_DISABLED'
  | 'PASSWORD_REQUIRED'
  | 'PHONE_NUMBER_EXISTS'
  | 'PROVIDER_ALREADY_LINKED'
  | 'SECOND_FACTOR_EXISTS'
  | 'SECOND_FACTOR_LIMIT_EXCEEDED'
  | 'SESSION_EXPIRED'
  | 'SESSION_NOT_FOUND'
  | 'SIGN_IN_REQUIRED'
  | 'TOKEN_EXPIRED'
  | 'TOO_MANY_ATTEMPTS_TRY_LATER'
  | 'UNAUTHORIZED_DOMAIN'
  | 'UNEXPECTED_PARAMETER'
  | 'UNSUPPORTED_FIRST_FACTOR'
  | 'UNVERIFIED_EMAIL'
  | 'USER_DISABLED'
  | 'USER_NOT_FOUND'
  | 'WEAK_PASSWORD';

/** Returns an error whose message is `WEAK_PASSWORD : Password ...` for the code WEAK_PASSWORD and its detail. */
export function identityError(code: IdentityError, detail?: string, options?: { retryAfter: number }) {
  return new AppError(code, { ...options, message: detail ? `${code} : ${detail}` : code });
}

type Failure = { status: number; google?: string; reason: string; message: string };

const failure = (status: number, google: string, reason: string, message: string): Failure => ({
  status,
  google,
  reason,
  message,
});

const missingKey = 'The request is missing a valid API key.';
const badKey = 'API key not valid. Please pass a valid API key.';
const badToken = 'Request had invalid authentication credentials.';
const unavailable = failure(503, 'UNAVAILABLE', 'backendError', 'UNAVAILABLE');
const internal = failure(500, 'INTERNAL', 'internalError', 'INTERNAL_ERROR');

/** Errors raised before a call is handled, as Google's front end reports them. */
const failures: Record<string, Failure> = {
  'missing-api-key': failure(403, 'PERMISSION_DENIED', 'forbidden', missingKey),
  'invalid-api-key': failure(400, 'INVALID_ARGUMENT', 'API_KEY_INVALID', badKey),
  unauthenticated: failure(401, 'UNAUTHENTICATED', 'authError', badToken),
  'malformed-json': failure(400, 'INVALID_ARGUMENT', 'parseError', 'Invalid JSON payload received.'),
  'not-found': failure(404, 'NOT_FOUND', 'notFound', 'NOT_FOUND'),
  'method-not-allowed': failure(405, 'UNIMPLEMENTED', 'httpMethodNotAllowed', 'METHOD_NOT_ALLOWED'),
  'too-large': failure(413, 'INVALID_ARGUMENT', 'uploadTooLarge', 'REQUEST_TOO_LARGE'),
  unavailable,
};

/**
 * Creates the error handler. It responds in Identity Toolkit's format, but without `error` key to an overloaded lookup,
 * because the SDK would sign the user out.
 */
export function createErrorHandler(log: Log): ErrorHandler {
  return (thrown, c) => {
    const error = toHttpError(thrown);
    if (error !== thrown) log.warn({ requestId: c.get('requestId'), err: thrown }, 'request failed');
    const failure = failureOf(error);
    if (failure === internal) log.error({ requestId: c.get('requestId'), err: error }, 'request failed');
    const retryAfter = Math.ceil((error instanceof AppError && error.retryAfter) || 10);
    const isOverloaded = failure.message === 'TOO_MANY_ATTEMPTS_TRY_LATER' || failure.status >= 500;
    if (isOverloaded) c.header('Retry-After', String(retryAfter));
    if (isOverloaded && isLookup(c.req.path)) {
      return c.json({ retryAfter }, failure.status >= 500 ? 503 : 429);
    }
    return c.json(bodyOf(failure), failure.status as ContentfulStatusCode);
  };
}

/** Returns the body of a 503 that the load shedder sends instead of the provider. */
export function overloadBody(path: string, retryAfter: number): object {
  return isLookup(path) ? { retryAfter } : bodyOf(unavailable);
}

const isLookup = (path: string): boolean => path.endsWith('/accounts:lookup');

function failureOf(error: Error): Failure {
  if (!(error instanceof AppError)) return internal;
  const known = failures[error.code];
  if (known) return known;
  const isProtocolError = /^[A-Z_]+$/.test(error.code);
  return isProtocolError ? { status: 400, message: error.message, reason: 'invalid' } : internal;
}

function bodyOf({ status, message, google, reason }: Failure): object {
  const error = { code: status, message, errors: [{ message, domain: 'global', reason }] };
  return { error: google ? { ...error, status: google } : error };
}
