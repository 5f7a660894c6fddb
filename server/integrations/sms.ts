import type { ConfirmClaim } from '#platform/jobs/outbox.ts';
import { ExpiredError, RejectedError } from '#platform/jobs/outbox-rejected.ts';
import type { TextMessage } from '#platform/messages.ts';
import type { Log } from '#platform/observability/log.ts';
import { type Clock, seconds } from '#platform/time.ts';

const TIMEOUT_MS = seconds(10);
/** Temporary 4xx statuses, after which the same message may be accepted later. */
const temporaryStatuses = [408, 409, 425, 429];
/**
 * Statuses whose cause the operator must fix (credentials, account). Messages are retried until they expire.
 */
const operatorStatuses = [401, 402, 403];

/**
 * Sends a text message. `id` is the same for each attempt. `confirm` is called immediately before sending.
 * @throws RejectedError or ExpiredError if a further attempt would be useless
 */
export type SmsSender = (message: TextMessage, id: string, confirm?: ConfirmClaim) => Promise<void>;

/**
 * Sends text messages to the service at `url` by POST of JSON `{phoneNumber, text}`. Any 2xx means that a
 * message was accepted. Credentials in the URL are sent as Basic authorization. Logs contain neither number
 * nor URL.
 */
export function createSmsSender(options: {
  url: string;
  clock: Clock;
  log: Log;
  /** Timeout of a request, in ms. */
  timeoutMs?: number;
}): SmsSender {
  const { clock, log, timeoutMs = TIMEOUT_MS } = options;
  const { address, authorization } = readService(options.url);

  return async ({ phoneNumber, text, goodUntil }, id, confirm) => {
    if (goodUntil <= clock()) {
      log.warn({ id }, 'text message expired and was not sent');
      throw new ExpiredError('Its code has expired.');
    }
    await confirm?.();
    const status = await post(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(authorization && { authorization }),
      },
      body: JSON.stringify({ phoneNumber, text }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (status >= 200 && status < 300) return;
    const isRejected =
      status >= 400 && status < 500 && ![...temporaryStatuses, ...operatorStatuses].includes(status);
    if (!isRejected) throw new Error(`The text message service responded with ${status}.`);
    log.warn({ id, status }, 'text message rejected by the service: npm run cli -- outbox');
    throw new RejectedError(`The text message service responded with ${status}.`);
  };
}

/**
 * Returns the response's status. An error contains only the kind of failure, because its details may contain
 * the URL.
 */
async function post(address: string, request: RequestInit): Promise<number> {
  try {
    const response = await fetch(address, request);
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    const kind = error instanceof Error ? error.name : 'Error';
    throw new Error(`The text message service could not be reached (${kind}).`);
  }
}

function readService(url: string): { address: string; authorization: string | undefined } {
  const service = new URL(url);
  const credentials = [service.username, service.password].map(decodeURIComponent).join(':');
  const authorization = service.username && `Basic ${Buffer.from(credentials).toString('base64')}`;
  service.username = '';
  service.password = '';
  return { address: service.href, authorization: authorization || undefined };
}
