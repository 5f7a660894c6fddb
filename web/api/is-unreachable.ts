import { ApiError, NetworkError } from './errors.ts';

/**
 * Whether our server did not handle the request: no connection, a restart, too many requests, or the error
 * page of a proxy.
 */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof NetworkError ||
  (error instanceof ApiError && (error.status >= 500 || error.status === 429 || error.code === 'unknown'));
