import { accessToken, authInterceptor } from './access-token.ts';
import { createClient, send } from './client.ts';
import { NetworkError } from './errors.ts';

/**
 * Posts a form to any URL, as `send` does, and reports the progress as a fraction from 0 to 1. Throws
 * NetworkError.
 */
export async function uploadForm(
  url: string,
  body: FormData,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (fraction: number) => void },
): Promise<Response> {
  const request = { method: 'POST', body, signal };
  let hasStarted = false;
  const client = createClient({
    fetch: fetchWithProgress((fraction) => {
      hasStarted ||= fraction > 0;
      onProgress(fraction);
    }),
    token: accessToken,
    interceptor: authInterceptor,
    origin: () => location.origin,
  });
  try {
    return await client.send(url, request);
  } catch (error) {
    // A progress listener makes a cross-origin request need a CORS preflight, which some upload hosts do not
    // support.
    const mayBeCorsError = !hasStarted && new URL(url, location.origin).origin !== location.origin;
    if (!(error instanceof NetworkError && mayBeCorsError && navigator.onLine)) throw error;
    return await send(url, request);
  }
}

/** Timeout without any progress. A slow upload that makes progress is never aborted. */
const STALL_TIMEOUT_MS = 90_000;

/** Creates a `fetch` for one upload over XMLHttpRequest, because fetch itself reports no upload progress. */
export function fetchWithProgress(onProgress: (fraction: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const { signal } = init;
      let timer: ReturnType<typeof setTimeout>;
      const restartTimer = () => {
        clearTimeout(timer);
        timer = setTimeout(() => request.abort(), STALL_TIMEOUT_MS);
      };
      const abort = () => request.abort();

      request.open(init.method ?? 'GET', String(input));
      request.responseType = 'blob';
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        restartTimer();
        if (lengthComputable && total > 0) onProgress(loaded / total);
      };
      request.upload.onload = restartTimer;
      request.onprogress = restartTimer;
      request.onload = () => resolve(toResponse(request));
      request.onerror = () => reject(new TypeError('Upload failed'));
      request.onabort = () => reject(signal?.aborted ? signal.reason : new TypeError('Upload stalled'));
      request.onloadend = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };

      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', abort);
      restartTimer();
      request.send(init.body as XMLHttpRequestBodyInit);
    });
}

const STATUSES_WITHOUT_BODY = [204, 205, 304];

function toResponse(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/).filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const { status } = request;
  return new Response(STATUSES_WITHOUT_BODY.includes(status) ? null : request.response, { status, headers });
}
