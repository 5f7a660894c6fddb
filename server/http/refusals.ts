import type { Hono } from 'hono';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#platform/errors.ts';

/** After the routes: a known path with another method is 405 with Allow, everything else 404. */
export function refuseTheRest(app: Hono, endpoints: readonly Endpoint[]): void {
  const methods = new Map<string, string[]>();
  for (const { path, method } of endpoints) methods.set(path, [...(methods.get(path) ?? []), method]);
  for (const [path, allowed] of methods) {
    if (allowed.includes('GET')) allowed.push('HEAD');
    app.all(path, (c) => {
      c.header('Allow', allowed.join(', '));
      throw new AppError('method-not-allowed');
    });
  }
  app.all('*', () => {
    throw new AppError('not-found');
  });
}
