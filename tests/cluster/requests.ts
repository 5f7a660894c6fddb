import { setTimeout as pause } from 'node:timers/promises';

/** One request as its client saw it. Instants in ms of `performance.now()`. */
export type Seen = {
  /** What it was for: `book`, `pay`, `photos`. */
  what: string;
  method: string;
  /** Only members' own requests need the database each time. */
  personal: boolean;
  sentAt: number;
  endedAt: number;
  /** The status, or `broken` where no answer came. */
  outcome: number | 'broken';
};

export type Request = {
  what: string;
  method: string;
  path: string;
  token?: string | undefined;
  json?: unknown;
  body?: () => BodyInit;
  key?: string;
};

/** `tries`: how often it was sent until somebody answered for it. */
export type ClusterResponse = { status: number; tries: number; json: Record<string, unknown> };

const RETRY_MS = 250;
const PATIENCE_MS = 45_000;
const WAIT_MS = 15_000;

/**
 * A client that keeps to the contract: what broke, or was told 5xx, is sent again as it was (a write under the same
 * Idempotency-Key) until it is answered. `saw` hears of every try.
 * @throws Error when nobody answers for so long as any fault may last
 */
export async function sendRequest(
  origin: string,
  request: Request,
  saw: (seen: Seen) => void,
  timeoutMs = PATIENCE_MS,
): Promise<ClusterResponse> {
  const since = performance.now();
  for (let tries = 1; ; tries += 1) {
    const answer = await send(origin, request, saw);
    if (answer && answer.status < 500) return { ...answer, tries };
    if (performance.now() - since > timeoutMs) throw new Error(`${request.what}: never answered`);
    await pause(RETRY_MS);
  }
}

async function send(origin: string, request: Request, saw: (seen: Seen) => void) {
  const { what, method, path, token, json, body, key } = request;
  const seen = { what, method, personal: token !== undefined, sentAt: performance.now() };
  const told = (outcome: Seen['outcome']) => saw({ ...seen, endedAt: performance.now(), outcome });
  try {
    const answer = await fetch(`${origin}${path}`, {
      method,
      signal: AbortSignal.timeout(WAIT_MS),
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(key && { 'Idempotency-Key': key }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(body && { body: body() }),
    });
    const text = await answer.text();
    told(answer.status);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return { status: answer.status, json: isJson ? JSON.parse(text) : {} };
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    told('broken');
    return undefined;
  }
}
