import { ExpirationPlugin } from 'workbox-expiration';
import type { Strategy } from 'workbox-strategies';

/** What a service worker has and a page has not; the types of both in one program contradict each other. */
type WorkerScope = {
  addEventListener(kind: 'install' | 'activate', listener: (event: ExtendableFetchEvent) => void): void;
  addEventListener(
    kind: 'message',
    listener: (event: ExtendableFetchEvent & MessageEvent<unknown>) => void,
  ): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: ServiceWorkerRegistration;
};

/** An event for which the browser lets the worker live until `waitUntil`'s promise has ended. */
export type ExtendableFetchEvent = Event & { waitUntil(end: Promise<unknown>): void };

export const scope = globalThis as unknown as WorkerScope;

/** Two responses to one address are the same, whatever their Vary says. */
export const matchOptions = { ignoreVary: true };

/** What a cache holds: at most so many responses, each for so many days; the least used go first. */
export const trimCache = (maxEntries: number, days: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * 86_400, matchOptions, purgeOnQuotaError: true });

/** Asks as a page would, and waits until the response is stored. */
export async function putInCache(
  strategy: Strategy,
  event: ExtendableFetchEvent,
  request: Request,
): Promise<Response> {
  const [asked, stored] = strategy.handleAll({ event, request });
  const response = await asked;
  await stored;
  return response;
}

/** Whether the device itself says so. Only then is what changes answered from here: nobody sees what was taken away. */
export const isOffline = (): boolean => !navigator.onLine;

/** A hotel's sign-in page in place of what was asked for is not to be kept. */
export const isFromOurServer = (answer: Response, type: RegExp): boolean =>
  answer.status === 200 && !answer.redirected && type.test(answer.headers.get('Content-Type') ?? '');

/** Keeps answers of this type only. */
export const cacheIfOurs = (type: RegExp) => ({
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    isFromOurServer(response, type) ? response : null,
});

/** What a page tells its worker: where it stands, and what of this site it has loaded for that. Paths, with their query. */
export type LoadedResources = { page: string; loaded: string[] };

/** Only pages of ours can say something here, and a former version of them may say something else. */
export function parseLoadedResources(said: unknown): LoadedResources | undefined {
  const { page, loaded } = (said ?? {}) as Partial<Record<keyof LoadedResources, unknown>>;
  if (!isPath(page) || !Array.isArray(loaded) || !loaded.every(isPath)) return undefined;
  return { page, loaded };
}

const isPath = (given: unknown): given is string => typeof given === 'string' && /^\/(?!\/)/.test(given);
