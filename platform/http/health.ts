import type { Hono } from 'hono';

/** `/healthz`: the process lives. `/readyz`: what it needs answers, else 503 with the reason. */
export function mountHealth(app: Hono, check: () => Promise<void>): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    try {
      await check();
      return c.json({ status: 'ok' });
    } catch {
      return c.json({ status: 'unavailable', reason: 'The database does not answer.' }, 503);
    }
  });
}
