/** A question that the page put before its scripts had come (web/document/defer-scripts.ts), and its answer to be. */
export type PreloadedRequest = { path: string; token: string; answer: Promise<Response> };

declare global {
  var preloadedRequests: PreloadedRequest[] | undefined;
}

/** As `fetch`, of one address; what was asked ahead in the same words is not asked again. Each answer is given once. */
export async function fetchOrReuse(address: URL, init: RequestInit): Promise<Response> {
  const asked = takeAsked(address, init);
  return asked ? rejectOnAbort(init.signal, asked).catch(() => fetch(address, init)) : fetch(address, init);
}

function takeAsked(address: URL, { method, headers }: RequestInit): Promise<Response> | undefined {
  const sent = new Headers(headers).get('Authorization');
  const place = globalThis.preloadedRequests?.findIndex(
    ({ path, token }) => path === address.pathname + address.search && sent === `Bearer ${token}`,
  );
  if (place === undefined || place === -1 || method !== 'GET') return undefined;
  return globalThis.preloadedRequests?.splice(place, 1)[0]?.answer;
}

/** Waits no longer than the signal, whatever is waited for makes of it. */
export function rejectOnAbort<T>(signal: AbortSignal | null | undefined, answer: Promise<T>): Promise<T> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    answer.then(resolve, reject);
  });
}
