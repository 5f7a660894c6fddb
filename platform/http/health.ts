import type { Hono } from 'hono';
import { DatabaseDamagedError } from '../database/away.ts';

/** `/healthz`: the process lives. `/readyz`: what it needs answers, else 503 with the reason. */
export function mountHealth(app: Hono, check: () => Promise<void>): void {
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    try {
      await check();
      return c.json({ status: 'ok' });
    } catch (error) {
      return c.json({ status: 'unavailable', reason: reasonOf(error) }, 503);
    }
  });
}

const reasonOf = (error: unknown): string =>
  error instanceof DatabaseDamagedError
    ? 'The database file is damaged: writes are refused. The log says what to do.'
    : 'The database does not answer.';
