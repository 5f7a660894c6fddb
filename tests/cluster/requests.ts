import { setTimeout as pause } from 'node:timers/promises';

/** One attempt to send a request. Times are in ms of `performance.now()`. */
export type Attempt = {
  /** Purpose of the request: `book`, `pay`, `photos`. */
  label: string;
  method: string;
  /** True for requests of a signed-in member, which always need the database. */
  isPersonal: boolean;
  sentAt: number;
  endedAt: number;
  /** The status, or `broken` if there was no response. */
  outcome: number | 'broken';
  /** True if the response has a Retry-After header. */
  hasRetryAfter: boolean;
};

export type Request = {
  label: string;
  method: string;
  path: string;
  token?: string | undefined;
  json?: unknown;
  body?: () => BodyInit;
  key?: string;
};

/** `tries`: number of attempts until the final response. */
export type ClusterResponse = { status: number; tries: number; json: Record<string, unknown> };

const RETRY_MS = 250;
const TIMEOUT_MS = 45_000;
const ATTEMPT_TIMEOUT_MS = 15_000;

/**
 * Sends a request and repeats it after a broken connection or a 5xx, with the same Idempotency-Key, until
 * there is a final response. Calls `onAttempt` for each attempt.
 * @throws Error when there is no final response in time
 */
export async function sendRequest(
  origin: string,
  request: Request,
  onAttempt: (attempt: Attempt) => void,
  timeoutMs = TIMEOUT_MS,
): Promise<ClusterResponse> {
  const startedAt = performance.now();
  for (let tries = 1; ; tries += 1) {
    const response = await send(origin, request, onAttempt);
    if (response && response.status < 500) return { ...response, tries };
    if (performance.now() - startedAt > timeoutMs) throw new Error(`${request.label}: no response in time`);
    await pause(RETRY_MS);
  }
}

async function send(origin: string, request: Request, onAttempt: (attempt: Attempt) => void) {
  const { label, method, path, token, json, body, key } = request;
  const attempt = { label, method, isPersonal: token !== undefined, sentAt: performance.now() };
  const report = (outcome: Attempt['outcome'], hasRetryAfter = false) =>
    onAttempt({ ...attempt, endedAt: performance.now(), outcome, hasRetryAfter });
  try {
    const response = await fetch(`${origin}${path}`, {
      method,
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(key && { 'Idempotency-Key': key }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(body && { body: body() }),
    });
    const text = await response.text();
    report(response.status, response.headers.has('retry-after'));
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, json: isJson ? JSON.parse(text) : {} };
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    report('broken');
    return undefined;
  }
}
