import type { ConfirmClaim } from '#platform/jobs/outbox.ts';
import { ExpiredError, RejectedError } from '#platform/jobs/outbox-rejected.ts';
import type { TextMessage } from '#platform/messages.ts';
import type { Log } from '#platform/observability/log.ts';
import { type Clock, seconds } from '#platform/time.ts';

const PATIENCE = seconds(10);
/** A 4xx that says "not now": the same message may go through later. */
const passing = [408, 409, 425, 429];
/** Ours to mend (credentials, account): what waits goes out once it is mended, if it is still of use. */
const ours = [401, 402, 403];

/**
 * `id` is the same at each attempt. `confirm` is called immediately before the message is sent.
 * @throws RejectedError, ExpiredError; any other error means that the message is to be tried again
 */
export type SmsSender = (message: TextMessage, id: string, confirm?: ConfirmClaim) => Promise<void>;

/**
 * Hands text messages to the service at `url`: POST, JSON `{phoneNumber, text}`, any 2xx means taken. Credentials in
 * the address go as Basic authorization. Logs name neither number nor address.
 */
export function createSmsSender(options: {
  url: string;
  clock: Clock;
  log: Log;
  /** How long the service may take to answer, in ms. */
  timeoutMs?: number;
}): SmsSender {
  const { clock, log, timeoutMs = PATIENCE } = options;
  const { address, authorization } = readService(options.url);

  return async ({ phoneNumber, text, goodUntil }, id, confirm) => {
    if (goodUntil <= clock()) {
      log.warn({ id }, 'text message given up: what it says is no longer of use');
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
    const refused = status >= 400 && status < 500 && ![...passing, ...ours].includes(status);
    if (!refused) throw new Error(`The text message service answered ${status}.`);
    log.warn({ id, status }, 'text message rejected by the service: npm run cli -- outbox');
    throw new RejectedError(`The text message service answered ${status}.`);
  };
}

/** Gives the status. What fetch says of a failure may name the address, so only its kind is kept. */
async function post(address: string, request: RequestInit): Promise<number> {
  try {
    const answer = await fetch(address, request);
    await answer.body?.cancel();
    return answer.status;
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
