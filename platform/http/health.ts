import type { Hono } from 'hono';
import { DatabaseCorruptError } from '../database/unavailable.ts';
import { seconds } from '../time.ts';

/** All requests within this time share the result of one check. */
const CHECK_INTERVAL_MS = seconds(1);

/**
 * Mounts the liveness probe `/healthz` and the readiness probe `/readyz` (503 with a reason if `check`
 * fails). Probes are not rate limited, because after a 429 a load balancer would remove the server.
 * @param now monotonic time in ms
 */
export function mountHealth(app: Hono, check: () => Promise<void>, now = () => performance.now()): void {
  const checkReason = shareCheck(() => check().then(() => undefined, reasonOf), now);
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const reason = await checkReason();
    return reason === undefined ? c.json({ status: 'ok' }) : c.json({ status: 'unavailable', reason }, 503);
  });
}

/** Creates a function that runs `check` at most once per CHECK_INTERVAL_MS and never concurrently. */
function shareCheck<T>(check: () => Promise<T>, now: () => number): () => Promise<T> {
  let result: Promise<T> | undefined;
  let validUntil = Number.POSITIVE_INFINITY;
  return () => {
    if (result && now() < validUntil) return result;
    const startedAt = now();
    validUntil = Number.POSITIVE_INFINITY;
    result = check().finally(() => {
      validUntil = startedAt + CHECK_INTERVAL_MS;
    });
    return result;
  };
}

const reasonOf = (error: unknown): string =>
  error instanceof DatabaseCorruptError
    ? 'The database file is damaged: nothing can be saved. The log says what to do.'
    : 'The database does not respond.';
