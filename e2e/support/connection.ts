import { type BrowserContext, expect, type Page } from '@playwright/test';

/**
 * Shortens the 3 s (web/root.tsx) and 2 s (web/deferred-startup.ts) before a page registers the service
 * worker, the 1.5 s before it reports its loaded files, and the 15 s between retries of the appointment list
 * (web/queries/appointment-queries.ts).
 */
export const shortenWorkerTimers = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const { setTimeout, setInterval } = window;
    const shorter: Record<number, number> = { 1500: 100, 15000: 500 };
    // Shorten only timers that call a promise's `resolve`, which is native code, because toasts also use
    // a 5 s timer.
    const shortened = (callback: () => void, after = 0) =>
      [2000, 3000, 5000].includes(after) && String(callback).includes('[native code]')
        ? 100
        : (shorter[after] ?? after);
    Object.assign(window, {
      setTimeout: (callback: () => void, after?: number, ...rest: []) =>
        setTimeout(callback, shortened(callback, after), ...rest),
      setInterval: (callback: () => void, after?: number, ...rest: []) =>
        setInterval(callback, shortened(callback, after), ...rest),
    });
  });

/**
 * Waits until the service worker has cached this page and the scripts with these names. A script is cached
 * after its dependencies.
 */
export async function waitUntilCached(page: Page, ...names: string[]): Promise<void> {
  const path = new URL(page.url()).pathname;
  const isCached = () =>
    page.evaluate(
      async ({ path, names }) => {
        if (!(await navigator.serviceWorker.ready) || !navigator.serviceWorker.controller) return false;
        const pages = await caches.open('bb-pages');
        // Pages with a parameter share the shell page, cached under /dashboard/pass/any.
        const [shellPath, base = ''] = path.match(/^(\/bn)?\/(?:dashboard|staff)\//) ?? [];
        if (
          !(await pages.match(shellPath ? `${base}/dashboard/pass/any` : path)) &&
          !(await pages.match(path))
        )
          return false;
        const cachedUrls = (await (await caches.open('bb-files')).keys()).map(({ url }) => url);
        const loadedUrls = performance.getEntriesByType('resource').map(({ name }) => name);
        return (
          loadedUrls.every((url) => !/\/assets\/[^?]+\.(js|css)$/.test(url) || cachedUrls.includes(url)) &&
          names.every((name) => cachedUrls.some((url) => new RegExp(`/${name}-[\\w-]{8}\\.js$`).test(url)))
        );
      },
      { path, names },
    );
  await expect.poll(isCached, { intervals: [50, 100] }).toBe(true);
}

/** The paths that the service worker has cached, keyed by cache name. */
export const cachedPaths = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('bb-'));
    const stores = names.map(async (name) => {
      const requests = await (await caches.open(name)).keys();
      return [name, requests.map(({ url }) => url.slice(location.origin.length))] as const;
    });
    return Object.fromEntries(await Promise.all(stores));
  });

export const goOffline = (context: BrowserContext): Promise<void> => context.setOffline(true);
export const goOnline = (context: BrowserContext): Promise<void> => context.setOffline(false);

/** Holds back requests to addresses that match, until the returned function is called. */
export async function hold(page: Page, address: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
