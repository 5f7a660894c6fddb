/** An error of the provider, without its message: that may contain personal data. */
export type ProviderError = {
  call: string;
  /** `error`: the configuration has to be fixed; `warn`: it may pass. */
  level: 'error' | 'warn';
  status: number | undefined;
  type: string | undefined;
  code: string | undefined;
  requestId: string | undefined;
};

export type StripeFault = { type?: string; statusCode?: number; code?: string; requestId?: string };

export const isInvalidRequest = (error: unknown): boolean =>
  (error as StripeFault).type === 'StripeInvalidRequestError';

export const isMissing = (error: unknown): boolean =>
  isInvalidRequest(error) &&
  ((error as StripeFault).statusCode === 404 || (error as StripeFault).code === 'resource_missing');

/** It answered, and with a fault of its own. */
export const isOurFault = (error: unknown): boolean =>
  (error as StripeFault).type === 'StripeAPIError' && ((error as StripeFault).statusCode ?? 0) >= 500;

/** A refund that is refused for what it is, not for who sends it or how often. */
export const isCardDeclined = (error: unknown): boolean =>
  isInvalidRequest(error) || (error as StripeFault).type === 'StripeCardError';

/** 429, 5xx, 409 and a broken connection pass; a key that is not accepted (401, 403) and a wrong request do not. */
export function toProviderError(error: unknown, call: string): ProviderError {
  const { type, code, statusCode: status, requestId } = error as StripeFault;
  const passes = status === undefined || status === 409 || status === 429 || status >= 500;
  return { call, level: passes ? 'warn' : 'error', status, type, code, requestId };
}
