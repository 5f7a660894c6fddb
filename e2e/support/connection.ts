import { type BrowserContext, expect, type Page } from '@playwright/test';

/**
 * Lets pages from now on tell the worker at once what they have loaded, and ask a server that was away again soon: for that
 * they wait 5 s, 1.5 s and 15 s (web/features/offline/start-worker.ts, web/api/appointment-queries.ts).
 */
export const shortenWorkerTimers = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const { setTimeout, setInterval } = window;
    const shorter: Record<number, number> = { 1500: 100, 15000: 500 };
    // A promise is waited for 5 s by a function of the browser; toasts, which stay for 5 s, are taken away by one of the site.
    const hurried = (act: () => void, after = 0) =>
      after === 5000 && String(act).includes('[native code]') ? 100 : (shorter[after] ?? after);
    Object.assign(window, {
      setTimeout: (act: () => void, after?: number, ...rest: []) =>
        setTimeout(act, hurried(act, after), ...rest),
      setInterval: (act: () => void, after?: number, ...rest: []) =>
        setInterval(act, hurried(act, after), ...rest),
    });
  });

/** Waits until the service worker keeps this page and these scripts, each of which comes after all that it needs. */
export async function waitUntilCached(page: Page, ...names: string[]): Promise<void> {
  const path = new URL(page.url()).pathname;
  const isKept = () =>
    page.evaluate(
      async ({ path, names }) => {
        if (!(await navigator.serviceWorker.ready) || !navigator.serviceWorker.controller) return false;
        const pages = await caches.open('bb-pages');
        // In place of a member's page the one that the browser fills may be kept.
        const [filled = path] = path.match(/^(\/bn)?\/dashboard(?=\/)/) ?? [];
        if (!(await pages.match(path)) && !(await pages.match(`${filled}/pass/any`))) return false;
        if (!(await caches.match('/api/config', { ignoreVary: true }))) return false;
        const kept = (await (await caches.open('bb-files')).keys()).map(({ url }) => url);
        return names.every((name) => kept.some((url) => new RegExp(`/${name}-[\\w-]{8}\\.js$`).test(url)));
      },
      { path, names },
    );
  await expect.poll(isKept, { intervals: [50, 100] }).toBe(true);
}

/** What the worker keeps, by the names of its stores. */
export const cachedPaths = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('bb-'));
    const stores = names.map(async (name) => {
      const requests = await (await caches.open(name)).keys();
      return [name, requests.map(({ url }) => url.slice(location.origin.length))] as const;
    });
    return Object.fromEntries(await Promise.all(stores));
  });

export const cutConnection = (context: BrowserContext): Promise<void> => context.setOffline(true);
export const restoreConnection = (context: BrowserContext): Promise<void> => context.setOffline(false);
