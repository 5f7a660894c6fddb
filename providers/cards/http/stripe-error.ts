import { asAnswer } from '#platform/database/away.ts';

type Details = { type: string; message: string } & Record<string, unknown>;

/**
 * An error in Stripe's own shape: `{error: {type, code?, decline_code?, message, param?, doc_url?, ...}}`.
 * https://docs.stripe.com/api/errors
 */
export class StripeShapedError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** Found out while it was carried out, not while it was read: an idempotency key then keeps it. */
  readonly carriedOut: boolean;

  constructor(status: number, body: Details, carriedOut = false) {
    super(body.message);
    this.name = 'StripeShapedError';
    this.status = status;
    this.carriedOut = carriedOut;
    const { code } = body;
    this.body = typeof code === 'string' ? { ...body, doc_url: docUrl(code) } : body;
  }

  get answer(): { status: number; body: { error: object } } {
    return { status: this.status, body: { error: this.body } };
  }
}

export const docUrl = (code: string): string =>
  `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

export function invalidRequest(
  message: string,
  details: { code?: string; param?: string; status?: number; carriedOut?: boolean } = {},
) {
  const { status = 400, carriedOut, ...rest } = details;
  return new StripeShapedError(status, { type: 'invalid_request_error', message, ...rest }, carriedOut);
}

export const missingParameter = (param: string) =>
  invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });

/** 404 for what the address names, 400 for what a parameter names. */
export const noSuch = (what: string, param: string, status: 400 | 404 = 404) =>
  invalidRequest(`No such ${what}`, { code: 'resource_missing', param, status });

export const cardError = (details: {
  code: string;
  message: string;
  decline_code?: string;
  param?: string;
}) => new StripeShapedError(402, { type: 'card_error', ...details });

/** An error that the sandbox itself is at fault of; what it is stands in the log only. 503: its database is away. */
export const ownFault = (error: Error) =>
  new StripeShapedError(
    asAnswer(error) === error ? 500 : 503,
    { type: 'api_error', message: 'An error occurred in the card sandbox.' },
    true,
  );

/** Errors name their request in the dashboard's log, as Stripe's do; those without a key have none to look into. */
export function withLogUrl<Given extends { status: number; body: object }>(
  answer: Given,
  requestId: string,
  now: number,
): Given {
  if (!('error' in answer.body) || answer.status === 401) return answer;
  const request_log_url = `https://dashboard.stripe.com/test/logs/${requestId}?t=${Math.floor(now / 1000)}`;
  return { ...answer, body: { error: { request_log_url, ...(answer.body.error as object) } } };
}
