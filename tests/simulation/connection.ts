import { type Clock, days } from '#platform/time.ts';
import type { Life, Stage } from './scheduler.ts';

/** While a plan is played: so few events on a page that most lists have several, and may break between two. */
const PAGE = 3;
const KEPT = days(1);

/**
 * The line between a process of the server and the card provider, below the official package: each request is a step.
 * It may be refused, be lost, be the last one, or be answered as Stripe answers on a bad day: a fault of its own (500),
 * before or after it was done, is told again for the same idempotency key for a day.
 */
export function openConnection(ask: typeof fetch, stage: Stage, clock: Clock, onUse: () => void) {
  const failedUntil = new Map<string, number>();

  return (life: Life): typeof fetch =>
    async (input, init) => {
      onUse();
      const url = new URL(String(input));
      if (stage.playing() && url.searchParams.has('limit')) url.searchParams.set('limit', String(PAGE));
      const key = new Headers(init?.headers).get('idempotency-key');
      const use = await stage.enter(`provider: ${init?.method} ${nameless(url.pathname)}`, life, true);
      const answer = await answerTo(use.fault);
      stage.leave(use);
      return answer;

      async function answerTo(fault: typeof use.fault): Promise<Response> {
        if (key && clock() < (failedUntil.get(key) ?? 0)) return ownFault();
        if (fault === 'busy') return key ? keyInUse() : lockTimeout();
        if (fault === 'too many') return rateLimit();
        const failed = fault === 'failed' || fault === 'done and failed';
        const done = fault === 'failed' ? undefined : await ask(url, init);
        if (failed && key) failedUntil.set(key, clock() + KEPT);
        return done && !failed ? done : ownFault();
      }
    };
}

/** Ids are drawn anew in each run; the trace of a replay must not differ. */
const nameless = (path: string): string => path.replaceAll(/(pi|re|evt)_\w+/g, '$1');

const refusal = (status: number, error: { type: string; code?: string }): Response =>
  Response.json({ error: { message: 'A bad day.', ...error } }, { status });

const ownFault = () => refusal(500, { type: 'api_error' });
const keyInUse = () => refusal(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' });
const lockTimeout = () => refusal(429, { type: 'invalid_request_error', code: 'lock_timeout' });
const rateLimit = () => refusal(429, { type: 'invalid_request_error', code: 'rate_limit' });
