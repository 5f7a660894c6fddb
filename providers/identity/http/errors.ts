import type { Context, ErrorHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { AppError, type ErrorTable } from '#platform/errors.ts';
import { createErrorHandler as createPlatformErrorHandler } from '#platform/http/errors.ts';
import type { Log } from '#platform/observability/log.ts';

/** Identity Toolkit's error codes, sent as `error.message` with status 400. */
const protocolErrors = [
  'ADMINISTRATOR_REQUIRED',
  'ADMIN_ONLY_OPERATION',
  'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
  'EMAIL_EXISTS',
  'EMAIL_LINK_REQUIRED',
  'EMAIL_NOT_FOUND',
  'EXPIRED_OOB_CODE',
  'FEDERATED_USER_ID_ALREADY_LINKED',
  'INSUFFICIENT_PERMISSION',
  'INVALID_ARGUMENT',
  'INVALID_CODE',
  'INVALID_CONTINUE_URI',
  'INVALID_CREDENTIAL_OR_PROVIDER_ID',
  'INVALID_CUSTOM_TOKEN',
  'INVALID_EMAIL',
  'INVALID_GRANT_TYPE',
  'INVALID_IDENTIFIER',
  'INVALID_IDP_RESPONSE',
  'INVALID_ID_TOKEN',
  'INVALID_LOGIN_CREDENTIALS',
  'INVALID_MFA_PENDING_CREDENTIAL',
  'INVALID_NEW_EMAIL',
  'INVALID_OOB_CODE',
  'INVALID_PASSKEY',
  'INVALID_PASSWORD',
  'INVALID_PENDING_TOKEN',
  'INVALID_PHONE_NUMBER',
  'INVALID_PROJECT_ID',
  'INVALID_REFRESH_TOKEN',
  'INVALID_REQUEST_URI',
  'INVALID_REQ_TYPE',
  'INVALID_SESSION_INFO',
  'INVALID_TEMPORARY_PROOF',
  'MFA_ENROLLMENT_NOT_FOUND',
  'MISSING_CODE',
  'MISSING_CONTINUE_URI',
  'MISSING_CREDENTIAL',
  'MISSING_CUSTOM_TOKEN',
  'MISSING_EMAIL',
  'MISSING_GRANT_TYPE',
  'MISSING_IDENTIFIER',
  'MISSING_ID_TOKEN',
  'MISSING_LOCAL_ID',
  'MISSING_MFA_ENROLLMENT_ID',
  'MISSING_MFA_PENDING_CREDENTIAL',
  'MISSING_NEW_EMAIL',
  'MISSING_OOB_CODE',
  'MISSING_OR_INVALID_NONCE',
  'MISSING_PASSWORD',
  'MISSING_PHONE_NUMBER',
  'MISSING_REFRESH_TOKEN',
  'MISSING_REQUEST_URI',
  'MISSING_REQ_TYPE',
  'MISSING_SESSION_INFO',
  'OPERATION_NOT_ALLOWED',
  'PASSKEY_EXISTS',
  'PASSKEY_LIMIT_EXCEEDED',
  'PASSKEY_NOT_FOUND',
  'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
  'PASSWORD_LOGIN_DISABLED',
  'PASSWORD_REQUIRED',
  'PHONE_NUMBER_EXISTS',
  'PROVIDER_ALREADY_LINKED',
  'SECOND_FACTOR_EXISTS',
  'SECOND_FACTOR_LIMIT_EXCEEDED',
  'SESSION_EXPIRED',
  'SESSION_NOT_FOUND',
  'SIGN_IN_REQUIRED',
  'TOKEN_EXPIRED',
  'UNAUTHORIZED_DOMAIN',
  'UNEXPECTED_PARAMETER',
  'UNSUPPORTED_FIRST_FACTOR',
  'UNVERIFIED_EMAIL',
  'USER_DISABLED',
  'USER_NOT_FOUND',
  'WEAK_PASSWORD',
] as const;
export type IdentityError = (typeof protocolErrors)[number];

/**
 * Returns an error whose message is `WEAK_PASSWORD : Password ...` for the code WEAK_PASSWORD and its detail.
 */
export const identityError = (code: IdentityError, detail?: string): AppError =>
  new AppError(code, { message: detail ? `${code} : ${detail}` : code });

type Failure = { status: number; google?: string; reason: string; message: string };

const failure = (status: number, google: string, reason: string, message: string): Failure => ({
  status,
  google,
  reason,
  message,
});

const missingKey = 'The request is missing a valid API key.';
const badKey = 'API key not valid. Please pass a valid API key.';
const unavailable = failure(503, 'UNAVAILABLE', 'backendError', 'UNAVAILABLE');

/** The platform's errors, and those of the API key, as Google's front end reports them. */
const failures: Record<string, Failure> = {
  'missing-api-key': failure(403, 'PERMISSION_DENIED', 'forbidden', missingKey),
  'invalid-api-key': failure(400, 'INVALID_ARGUMENT', 'API_KEY_INVALID', badKey),
  'malformed-json': failure(400, 'INVALID_ARGUMENT', 'parseError', 'Invalid JSON payload received.'),
  'not-found': failure(404, 'NOT_FOUND', 'notFound', 'NOT_FOUND'),
  'method-not-allowed': failure(405, 'UNIMPLEMENTED', 'httpMethodNotAllowed', 'METHOD_NOT_ALLOWED'),
  'too-large': failure(413, 'INVALID_ARGUMENT', 'uploadTooLarge', 'REQUEST_TOO_LARGE'),
  'too-many-requests': { status: 400, reason: 'invalid', message: 'TOO_MANY_ATTEMPTS_TRY_LATER' },
  unavailable,
  internal: failure(500, 'INTERNAL', 'internalError', 'INTERNAL_ERROR'),
};

const table: ErrorTable = {
  ...failures,
  ...Object.fromEntries(protocolErrors.map((code) => [code, { status: 400, message: code }])),
};

/** Creates the error handler, which responds in Identity Toolkit's format. */
export const createErrorHandler = (log: Log): ErrorHandler =>
  createPlatformErrorHandler(table, log, { respond });

/** Responds without `error` key to an overloaded lookup, because the SDK would sign the user out. */
function respond(c: Context, { code, message, retryAfter = 10 }: AppError): Response {
  const known = failures[code] ?? { status: 400, reason: 'invalid', message };
  const isOverloaded = code === 'too-many-requests' || known.status >= 500;
  if (!isOverloaded) return c.json(bodyOf(known), known.status as ContentfulStatusCode);
  const seconds = Math.ceil(retryAfter);
  c.header('Retry-After', String(seconds));
  if (isLookup(c.req.path)) return c.json({ retryAfter: seconds }, known.status >= 500 ? 503 : 429);
  return c.json(bodyOf(known), known.status as ContentfulStatusCode);
}

/** Returns the body of a 503 that the load shedder sends instead of the provider. */
export const createOverloadBody = (path: string, retryAfter: number): object =>
  isLookup(path) ? { retryAfter } : bodyOf(unavailable);

const isLookup = (path: string): boolean => path.endsWith('/accounts:lookup');

function bodyOf({ status, message, google, reason }: Failure): object {
  const error = { code: status, message, errors: [{ message, domain: 'global', reason }] };
  return { error: google ? { ...error, status: google } : error };
}
