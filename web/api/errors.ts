import { t } from '@lingui/core/macro';
import type { ErrorCode } from '#contract/errors.ts';
import { language } from '#web/i18n/language.ts';

/** Error response of the product server, or of the image host, which uses the same shape. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** A code of contract/errors.ts; `unknown` if the response has none. */
  readonly code: ErrorCode | (string & {});
  /** Validation messages by field name. */
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

/** There was no response: offline, or the request timed out. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause?: unknown) {
    super(t`We could not reach the server. Check your connection and try again.`, { cause });
  }
}

type ErrorArguments = ConstructorParameters<typeof ApiError>;

/** Reads an error response; a body of another shape gets a general message. */
export async function readErrorResponse(response: Response): Promise<ApiError> {
  const body = await response.json().catch(() => undefined);
  const error = body?.error ?? {};
  const message = typeof error.message === 'string' ? error.message : t`Something went wrong. Try again.`;
  const code = typeof error.code === 'string' ? error.code : 'unknown';
  const args: ErrorArguments = [response.status, code, message, error.fields, readRetryAfter(response)];
  if (language === 'en') return new ApiError(...args);
  // The server's messages are in English; load the translations on demand.
  const messages = await import('./error-messages.ts').catch(() => undefined);
  return new ApiError(...(messages ? messages.translateError(args) : args));
}

function readRetryAfter(response: Response): number | undefined {
  const header = response.headers.get('Retry-After');
  if (!header) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}
