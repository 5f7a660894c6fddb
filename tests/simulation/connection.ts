import { type Clock, days } from '#platform/time.ts';
import type { ProcessState, Simulation } from './scheduler.ts';

/**
 * Page size while a plan runs. It is so small that most lists have several pages and can fail between two.
 */
const PAGE_SIZE = 3;
const ERROR_RETENTION_MS = days(1);

/**
 * Creates the connection from a server process to the card provider, below the official package. Each request
 * is a step, which may fail like any other or get an error response of Stripe. A server error (500) is
 * repeated for the same idempotency key for a day.
 */
export function createProviderConnection(
  fetchSandbox: typeof fetch,
  simulation: Simulation,
  clock: Clock,
  onUse: () => void,
) {
  const failedUntil = new Map<string, number>();

  return (processState: ProcessState): typeof fetch =>
    async (input, init) => {
      onUse();
      const url = new URL(String(input));
      if (simulation.isRunning() && url.searchParams.has('limit'))
        url.searchParams.set('limit', String(PAGE_SIZE));
      const key = new Headers(init?.headers).get('idempotency-key');
      const step = await simulation.startStep(
        `provider: ${init?.method} ${withoutIds(url.pathname)}`,
        processState,
        true,
      );
      const response = await respondTo(step.fault);
      simulation.finishStep(step);
      return response;

      async function respondTo(fault: typeof step.fault): Promise<Response> {
        if (key && clock() < (failedUntil.get(key) ?? 0)) return serverError();
        if (fault === 'conflict') return key ? keyInUse() : lockTimeout();
        if (fault === 'rate limited') return rateLimit();
        const failed = fault === 'server error' || fault === 'server error after success';
        const done = fault === 'server error' ? undefined : await fetchSandbox(url, init);
        if (failed && key) failedUntil.set(key, clock() + ERROR_RETENTION_MS);
        return done && !failed ? done : serverError();
      }
    };
}

/** Ids differ in each run, but the trace of a repeated run must not. */
const withoutIds = (path: string): string => path.replaceAll(/(pi|re|evt)_\w+/g, '$1');

const stripeError = (status: number, error: { type: string; code?: string }): Response =>
  Response.json({ error: { message: 'Simulated error.', ...error } }, { status });

const serverError = () => stripeError(500, { type: 'api_error' });
const keyInUse = () => stripeError(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' });
const lockTimeout = () => stripeError(429, { type: 'invalid_request_error', code: 'lock_timeout' });
const rateLimit = () => stripeError(429, { type: 'invalid_request_error', code: 'rate_limit' });
