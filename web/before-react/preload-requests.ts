/** A request that the page sent before its scripts loaded. */
export type PreloadedRequest = { path: string; token: string; response: Promise<Response> };

declare global {
  var preloadedRequests: PreloadedRequest[] | undefined;
}

/**
 * Requests `paths` from the product server while styles and scripts load; the client reuses the responses
 * (web/api/preloaded-requests.ts). Sends no request if `tokenKey` of local storage has no access token. The
 * page contains this function as text.
 */
export function preloadRequests({ paths, tokenKey }: { paths: readonly string[]; tokenKey: string }): void {
  let token: string | null = null;
  try {
    token = localStorage.getItem(tokenKey);
  } catch {}
  if (!token) return;
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
  globalThis.preloadedRequests = paths.map((path) => {
    const response = fetch(path, { headers });
    response.catch(() => {});
    return { path, token: token as string, response };
  });
}
