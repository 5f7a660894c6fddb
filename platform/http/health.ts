import type { Hono } from 'hono';
import { seconds } from '../time.ts';

/** How long the outcome of one check is the response to everybody who asks. */
const SHARED_MS = seconds(1);

/**
 * `/healthz`: the process lives. `/readyz`: what it needs answers, else 503 with the reason. No rate limit applies to
 * them: a balancer that is refused takes the server out. Instead all requests of a second share one check.
 * @param now ms since some start
 */
export function mountHealth(app: Hono, check: () => Promise<void>, now = () => performance.now()): void {
  const isReady = shared(
    () =>
      check().then(
        () => true,
        () => false,
      ),
    now,
  );
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) =>
    (await isReady())
      ? c.json({ status: 'ok' })
      : c.json({ status: 'unavailable', reason: 'The database does not answer.' }, 503),
  );
}

/** Runs `check` at most once a second, and never beside itself. */
function shared(check: () => Promise<boolean>, now: () => number): () => Promise<boolean> {
  let outcome: Promise<boolean> | undefined;
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
