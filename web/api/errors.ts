import type { ErrorCode } from '#contract/errors.ts';
import { unreachableMessage } from '#web/browser/unreachable.ts';

/** Error response of the product server, or of the image host, which uses the same shape. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** A code from contract/errors.ts, or `unknown` if the response has none. */
  readonly code: ErrorCode | (string & {});
  /** Validation messages, keyed by field name. */
  readonly fields: Record<string, string> | undefined;
  /** Seconds to wait before the next request. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    fields?: Record<string, string>,
    retryAfter?: number,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

/** There was no usable response, for example because the browser is offline or the request timed out. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause?: unknown) {
    super(unreachableMessage, { cause });
  }
}
