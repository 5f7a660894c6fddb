import { accessToken, authInterceptor } from './access-token.ts';
import { createClient, send } from './client.ts';
import { NetworkError } from './errors.ts';

/**
 * Posts a form to any address, as `send` does, and tells how much of it is on its way: a share from 0 to 1.
 * Throws NetworkError.
 */
export async function uploadForm(
  url: string,
  body: FormData,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<Response> {
  const request = { method: 'POST', body, signal };
  let under = false;
  const client = createClient({
    fetch: fetchWithProgress((share) => {
      under ||= share > 0;
      onProgress(share);
    }),
    token: accessToken,
    interceptor: authInterceptor,
    origin: () => location.origin,
  });
  try {
    return await client.send(url, request);
  } catch (error) {
    // To watch progress at another origin a browser asks it first; a host that takes plain forms may not answer that.
    const maybeForbidden = !under && new URL(url, location.origin).origin !== location.origin;
    if (!(error instanceof NetworkError && maybeForbidden && navigator.onLine)) throw error;
    return await send(url, request);
  }
}

/** In milliseconds: no byte moved, or no answer came, for so long. A slow line that moves is never cut. */
const timeoutMs = 90_000;

/** `fetch` for one upload over XMLHttpRequest, because fetch itself tells nothing of what it has sent. */
export function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const { signal } = init;
      let timer: ReturnType<typeof setTimeout>;
      const isAlive = () => {
        clearTimeout(timer);
        timer = setTimeout(() => request.abort(), timeoutMs);
      };
      const stop = () => request.abort();

      request.open(init.method ?? 'GET', String(input));
      request.responseType = 'blob';
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        isAlive();
        if (lengthComputable && total > 0) onProgress(loaded / total);
      };
      request.upload.onload = isAlive;
      request.onprogress = isAlive;
      request.onload = () => resolve(answerOf(request));
      request.onerror = () => reject(new TypeError('The upload did not get through.'));
      request.onabort = () =>
        reject(signal?.aborted ? signal.reason : new TypeError('The upload stood still.'));
      request.onloadend = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
      };

      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', stop);
      isAlive();
      request.send(init.body as XMLHttpRequestBodyInit);
    });
}

const withoutBody = [204, 205, 304];

function answerOf(request: XMLHttpRequest): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/).filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const { status } = request;
  return new Response(withoutBody.includes(status) ? null : request.response, { status, headers });
}
