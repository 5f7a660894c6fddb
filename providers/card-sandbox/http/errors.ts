import { toHttpError } from '#platform/database/unavailable.ts';

/**
 * An error in Stripe's shape: `{error: {type, code?, decline_code?, message, param?}}`.
 * https://docs.stripe.com/api/errors
 */
export class StripeShapedError extends Error {
  override readonly name = 'StripeShapedError';
  readonly status: number;
  readonly body: { error: object };

  constructor(status: number, message: string, details: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.body = { error: { type: 'invalid_request_error', message, ...details } };
  }
}

export const invalidRequestError = (message: string, code?: string, param?: string) =>
  new StripeShapedError(400, message, { code, param });

/** 404 for an id in the path, 400 for an id in a parameter. */
export function notFoundError(resource: string, id: string, param?: string) {
  const details = { code: 'resource_missing', param };
  return new StripeShapedError(param ? 400 : 404, `No such ${resource}: '${id.slice(0, 100)}'`, details);
}

export const cardError = (code: string, message: string, param?: string, decline_code?: string) =>
  new StripeShapedError(402, message, { type: 'card_error', code, param, decline_code });

/** Error of the sandbox itself, without details, which are only logged. 503: its database is unavailable. */
export function internalError(error: Error) {
  const status = toHttpError(error) === error ? 500 : 503;
  return new StripeShapedError(status, 'An error occurred in the card sandbox.', { type: 'api_error' });
}
