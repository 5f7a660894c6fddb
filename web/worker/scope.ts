/** What a service worker has and a page has not; the types of both in one program contradict each other. */
type WorkerScope = {
  addEventListener(kind: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(kind: 'message', listener: (event: LastingEvent & MessageEvent<unknown>) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  registration: ServiceWorkerRegistration;
};

/** An event for which the browser lets the worker live until `waitUntil`'s promise has ended. */
export type LastingEvent = Event & { waitUntil(end: Promise<unknown>): void };

export const scope = globalThis as unknown as WorkerScope;

/** Whether the device itself says so. Only then is what changes answered from here: nobody sees what was taken away. */
export const hasNoLine = (): boolean => !navigator.onLine;
