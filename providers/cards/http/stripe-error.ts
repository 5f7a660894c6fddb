/** An error in Stripe's own shape: `{error: {type, code?, decline_code?, message, param?}}`. */
export class StripeShapedError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: { type: string; message: string } & Record<string, unknown>) {
    super(body.message);
    this.name = 'StripeShapedError';
    this.status = status;
    const { code } = body;
    this.body =
      typeof code === 'string'
        ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}` }
        : body;
  }

  get answer(): { status: number; body: { error: object } } {
    return { status: this.status, body: { error: this.body } };
  }
}

export function invalidRequest(
  message: string,
  details: { code?: string; param?: string; status?: number } = {},
) {
  const { status = 400, ...rest } = details;
  return new StripeShapedError(status, { type: 'invalid_request_error', message, ...rest });
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
