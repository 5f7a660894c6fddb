/** An error of the provider without its message, which may contain personal data. */
export type ProviderError = {
  call: string;
  /** `error`: the operator must fix the configuration. `warn`: the failure may be temporary. */
  level: 'error' | 'warn';
  status: number | undefined;
  type: string | undefined;
  code: string | undefined;
  requestId: string | undefined;
};

export type StripeErrorDetails = { type?: string; statusCode?: number; code?: string; requestId?: string };

export const isInvalidRequest = (error: unknown): boolean =>
  (error as StripeErrorDetails).type === 'StripeInvalidRequestError';

export const isResourceMissing = (error: unknown): boolean =>
  isInvalidRequest(error) &&
  ((error as StripeErrorDetails).statusCode === 404 ||
    (error as StripeErrorDetails).code === 'resource_missing');

/** Returns whether the provider responded with a 5xx. */
export const isServerError = (error: unknown): boolean =>
  (error as StripeErrorDetails).type === 'StripeAPIError' &&
  ((error as StripeErrorDetails).statusCode ?? 0) >= 500;

/**
 * Returns whether repeating the refund cannot succeed, because its content was rejected, not the API key or
 * the request rate.
 */
export const isRefundRejected = (error: unknown): boolean =>
  isInvalidRequest(error) || (error as StripeErrorDetails).type === 'StripeCardError';

/**
 * Converts an error for the log. 429, 5xx, 409 and connection errors are temporary. An invalid key (401, 403)
 * or request is not.
 */
export function toProviderError(error: unknown, call: string): ProviderError {
  const { type, code, statusCode: status, requestId } = error as StripeErrorDetails;
  const isTemporary = status === undefined || status === 409 || status === 429 || status >= 500;
  return { call, level: isTemporary ? 'warn' : 'error', status, type, code, requestId };
}
