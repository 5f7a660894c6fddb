import { ApiError, unreachable } from './errors.ts';

/**
 * Reads an error response. Its message is ours, by its code: what a server or proxy says itself may be for developers, and
 * is in English. A code that the contract does not know gets a general message.
 */
export async function readErrorResponse(response: Response): Promise<ApiError> {
  const body = await response.json().catch(() => undefined);
  const { code = 'unknown', fields } = body?.error ?? {};
  // Loaded on demand; if that fails, the connection has failed.
  const messages = await import('./error-messages.ts').catch(() => undefined);
  return new ApiError(
    response.status,
    String(code),
    messages?.messageOf(String(code)) ?? unreachable,
    messages?.translateFields(fields) ?? fields,
    readRetryAfter(response),
  );
}

function readRetryAfter(response: Response): number | undefined {
  const header = response.headers.get('Retry-After');
  if (!header) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  // By the clock of the server that sent both.
  const waitMs = Date.parse(header) - Date.parse(response.headers.get('Date') ?? '');
  return Number.isNaN(waitMs) ? undefined : Math.max(0, waitMs / 1000);
}
