import { accessKeeper } from './access-keeper.ts';
import { accessToken } from './access-token.ts';
import { createClient, send } from './client.ts';
import { NetworkError } from './errors.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';

/**
 * Posts a form to any address, as `send` does, and tells how much of it is on its way: a share from 0 to 1.
 * Throws NetworkError.
 */
export async function upload(
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
    keeper: accessKeeper,
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
