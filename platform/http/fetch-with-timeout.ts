import { seconds } from '../time.ts';
import { readUpTo } from './body.ts';

const DEFAULT_TIMEOUT_MS = seconds(10);
const DEFAULT_MAX_BYTES = 8 * 1024 * 1024;
/** Responses with these statuses never have a body. */
const statusesWithoutBody = [101, 204, 205, 304];

/**
 * Returns a `fetch` for external servers that resolves once the whole body has arrived. It rejects when the
 * response takes longer than `timeoutMs` or exceeds `maxBytes`.
 */
export function fetchWithTimeout({
  timeoutMs = DEFAULT_TIMEOUT_MS,
  maxBytes = DEFAULT_MAX_BYTES,
} = {}): typeof fetch {
  return async (input, init) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    const response = await fetch(input, { ...init, signal });
    const body = await readUpTo(response.body, maxBytes, () => new Error('The response is too large.'));
    const { status, statusText, headers } = response;
    return new Response(statusesWithoutBody.includes(status) ? null : body, { status, statusText, headers });
  };
}
