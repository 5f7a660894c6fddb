/**
 * Fetches a URL, or returns the response of a preloaded request for the same URL and token. Each preloaded
 * response is used once.
 */
export async function fetchOrReuse(address: URL, init: RequestInit): Promise<Response> {
  const preloaded = takePreloaded(address, init);
  return preloaded
    ? rejectOnAbort(init.signal, preloaded).catch(() => fetch(address, init))
    : fetch(address, init);
}

function takePreloaded(address: URL, { method, headers }: RequestInit): Promise<Response> | undefined {
  const sent = new Headers(headers).get('Authorization');
  const index = globalThis.preloadedRequests?.findIndex(
    ({ path, token }) => path === address.pathname + address.search && sent === `Bearer ${token}`,
  );
  if (index === undefined || index === -1 || method !== 'GET') return undefined;
  return globalThis.preloadedRequests?.splice(index, 1)[0]?.response;
}

/**
 * Returns the promise's result, or rejects when the signal aborts, even if the promise ignores the signal.
 */
export function rejectOnAbort<T>(signal: AbortSignal | null | undefined, promise: Promise<T>): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}
