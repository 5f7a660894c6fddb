import { seconds } from '../time.ts';
import { readUpTo } from './body.ts';

const PATIENCE = seconds(10);
const MOST_BYTES = 8 * 1024 * 1024;
/** These never have a body. */
const empty = [101, 204, 205, 304];

/**
 * For servers of others: as `fetch`, but gives an answer only once it is there in whole. One that drips or never ends is
 * given up after so many ms, or so many bytes.
 */
export function fetchWithTimeout({ timeoutMs = PATIENCE, maxBytes = MOST_BYTES } = {}): typeof fetch {
  return async (input, init) => {
    const late = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late;
    const answer = await fetch(input, { ...init, signal });
    const body = await readUpTo(answer.body, maxBytes, () => new Error('The answer does not end.'));
    const { status, statusText, headers } = answer;
    return new Response(empty.includes(status) ? null : body, { status, statusText, headers });
  };
}
