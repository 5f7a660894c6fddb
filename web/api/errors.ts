import { t } from '@lingui/core/macro';
import type { ErrorCode } from '#contract/errors.ts';
import { language } from '#web/i18n/language.ts';

/** The product server (or the image host, in the same shape) refused a call. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** A code of contract/errors.ts; `unknown` when the answer did not carry one. */
  readonly code: ErrorCode | (string & {});
  /** What is wrong with which field, when the server says so. */
  readonly fields: Record<string, string> | undefined;
  /** Seconds to wait before asking again. */
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

/** No answer came: no connection, or none within the time limit. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';

  constructor(cause?: unknown) {
    super(t`We could not reach the server. Check your connection and try again.`, { cause });
  }
}

type Said = ConstructorParameters<typeof ApiError>;

/** Reads a refused answer of the one error shape; anything else becomes a plain sentence. */
export async function readErrorResponse(response: Response): Promise<ApiError> {
  const answer = await response.json().catch(() => undefined);
  const error = answer?.error ?? {};
  const message =
    typeof error.message === 'string' ? error.message : t`Something went wrong. Please try again.`;
  const code = typeof error.code === 'string' ? error.code : 'unknown';
  const said: Said = [response.status, code, message, error.fields, secondsToWait(response)];
  if (language === 'en') return new ApiError(...said);
  // The server speaks English; what stands for that in other languages comes only where it is needed.
  const words = await import('./error-messages.ts').catch(() => undefined);
  return new ApiError(...(words ? words.translateError(said) : said));
}

function secondsToWait(response: Response): number | undefined {
  const header = response.headers.get('Retry-After');
  if (!header) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, (until - Date.now()) / 1000);
}
