import { unreachableMessage } from '#web/browser/unreachable.ts';
import { ApiError } from './errors.ts';

/**
 * Reads an error response. Takes our own message for its code, because the text of a server or proxy is in
 * English and may be meant for developers. A code without a message gets a general one.
 */
export async function readErrorResponse(response: Response): Promise<ApiError> {
  const body = await response.json().catch(() => undefined);
  const { code = 'unknown', fields } = body?.error ?? {};
  // Load the messages on demand. A failed import means that the connection has failed.
  const messages = await import('./error-messages.ts').catch(() => undefined);
  return new ApiError(
    response.status,
    String(code),
    messages?.getErrorMessage(String(code), fields) ?? unreachableMessage,
    messages?.translateFields(fields) ?? fields,
    messages?.readRetryAfter(response),
  );
}
