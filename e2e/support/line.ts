import { type BrowserContext, expect, type Page } from '@playwright/test';

/** Waits until the service worker keeps this page and these scripts, each of which comes after all that it needs. */
export async function untilKept(page: Page, ...names: string[]): Promise<void> {
  const path = new URL(page.url()).pathname;
  const isKept = () =>
    page.evaluate(
      async ({ path, names }) => {
        if (!(await navigator.serviceWorker.ready) || !navigator.serviceWorker.controller) return false;
        const pages = await caches.open('bb-pages');
        const filled = path.startsWith('/bn') ? '/bn/dashboard/pass/any' : '/dashboard/pass/any';
        if (!(await pages.match(path)) && !(await pages.match(filled))) return false;
        if (!(await caches.match('/api/config', { ignoreVary: true }))) return false;
        const kept = (await (await caches.open('bb-files')).keys()).map(({ url }) => url);
        return names.every((name) => kept.some((url) => new RegExp(`/${name}-[\\w-]{8}\\.js$`).test(url)));
      },
      { path, names },
    );
  await expect.poll(isKept).toBe(true);
}

/** What the worker keeps, by the names of its stores. */
export const keptPaths = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('bb-'));
    const stores = names.map(async (name) => {
      const requests = await (await caches.open(name)).keys();
      return [name, requests.map(({ url }) => url.slice(location.origin.length))] as const;
    });
    return Object.fromEntries(await Promise.all(stores));
  });

export const cutLine = (context: BrowserContext): Promise<void> => context.setOffline(true);
export const mendLine = (context: BrowserContext): Promise<void> => context.setOffline(false);
