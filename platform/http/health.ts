import type { Hono } from 'hono';
import { DatabaseCorruptError } from '../database/unavailable.ts';
import { seconds } from '../time.ts';

/** How long the outcome of one check is the response to everybody who asks. */
const SHARED_MS = seconds(1);

/**
 * `/healthz`: the process lives. `/readyz`: what it needs answers, else 503 with the reason. No rate limit applies to
 * them: a balancer that is refused takes the server out. Instead all requests of a second share one check.
 * @param now ms since some start
 */
export function mountHealth(app: Hono, check: () => Promise<void>, now = () => performance.now()): void {
  const findReason = shared(() => check().then(() => undefined, reasonOf), now);
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const reason = await findReason();
    return reason === undefined ? c.json({ status: 'ok' }) : c.json({ status: 'unavailable', reason }, 503);
  });
}

/** Runs `check` at most once a second, and never beside itself. */
function shared<T>(check: () => Promise<T>, now: () => number): () => Promise<T> {
  let outcome: Promise<T> | undefined;
  let until = Number.POSITIVE_INFINITY;
  return () => {
    if (outcome && now() < until) return outcome;
    const began = now();
    until = Number.POSITIVE_INFINITY;
    outcome = check().finally(() => {
      until = began + SHARED_MS;
    });
    return outcome;
  };
}

const reasonOf = (error: unknown): string =>
  error instanceof DatabaseCorruptError
    ? 'The database file is damaged: writes are refused. The log says what to do.'
    : 'The database does not answer.';
