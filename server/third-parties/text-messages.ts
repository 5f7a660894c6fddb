import type { Log } from '#platform/logs.ts';
import type { TextMessage } from '#platform/messages.ts';
import { type Clock, seconds } from '#platform/time.ts';

const PATIENCE = seconds(10);
/** A 4xx that says "not now": the same message may go through later. */
const passing = [408, 409, 425, 429];
/** Ours to mend (credentials, account): what waits goes out once it is mended, if it is still of use. */
const ours = [401, 402, 403];

/** Throws when the message is to be tried again. `id` is the same at each try. */
export type SendTextMessage = (message: TextMessage, id: string) => Promise<void>;

/**
 * Hands text messages to the service at `url`: POST, JSON `{phoneNumber, text}`, any 2xx means taken. Credentials in
 * the address go as Basic authorization. A message refused for good is given up; logs name neither number nor address.
 */
export function createTextMessages(options: {
  url: string;
  clock: Clock;
  log: Log;
  /** How long the service may take to answer, in ms. */
  patience?: number;
}): SendTextMessage {
  const { clock, log, patience = PATIENCE } = options;
  const { address, authorization } = readService(options.url);

  return async ({ phoneNumber, text, goodUntil }, id) => {
    if (goodUntil <= clock()) {
      log.warn({ id }, 'text message given up: what it says is no longer of use');
      return;
    }
    const status = await post(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(authorization && { authorization }),
      },
      body: JSON.stringify({ phoneNumber, text }),
      redirect: 'manual',
      signal: AbortSignal.timeout(patience),
    });
    if (status >= 200 && status < 300) return;
    const refused = status >= 400 && status < 500 && ![...passing, ...ours].includes(status);
    if (!refused) throw new Error(`The text message service answered ${status}.`);
    log.warn({ id, status }, 'text message given up: the service refused it');
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
