import type { Page } from '@playwright/test';
import { addAppointment, form, scrollToForm } from './support/appointments.ts';
import { goOffline, goOnline, shortenWorkerTimers, waitUntilCached } from './support/connection.ts';
import { submitSignIn } from './support/member.ts';
import { moveMouse, waitUntilHydrated } from './support/navigation.ts';
import { makeNextVersion, type SiteProxy, startProxy } from './support/proxy.ts';
import { test as base, expect } from './support/test.ts';

/** Adds a proxy that serves the current and the next version of the site at the same address. */
const test = base.extend<{ siteProxy: SiteProxy }>({
  siteProxy: async ({ site }, use) => {
    const siteProxy = await startProxy(site.url);
    await use(siteProxy);
    siteProxy.stop();
  },
  allowedOrigins: async ({ siteProxy }, use) => use([siteProxy.url]),
});
test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/net::ERR|status of 404|dynamically imported module|Error loading route module/],
});

/**
 * Stops all workers when a new one waits, as Chromium does with idle workers unless a debugger is attached.
 * Returns the previous states of the installing, waiting and active worker.
 */
async function stopIdleWorkers(page: Page): Promise<(string | undefined)[]> {
  const states = await page.evaluate(async () => {
    const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
    return [installing?.state, waiting?.state, active?.state];
  });
  const [installing, waiting] = states;
  if (waiting && !installing) {
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('ServiceWorker.enable');
    await devTools.send('ServiceWorker.stopAllWorkers');
    await devTools.detach();
  }
  return states;
}

/** Returns the files that cached pages reference and that this version does not have. */
async function outdatedFilesInCache(page: Page, files: readonly string[]): Promise<string[]> {
  const referencedFiles = await page.evaluate(async () => {
    const pages = await caches.open('bb-pages');
    const texts = (await pages.keys()).map(async (request) => (await pages.match(request))?.text() ?? '');
    return (await Promise.all(texts)).flatMap((html) => html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? []);
  });
  return referencedFiles.filter((path) => !files.includes(path));
}

test('while the server is unreachable a member stays signed in and sees the cached list, with a notice', async ({
  page,
  context,
  siteProxy,
  member,
  request,
}) => {
  await shortenWorkerTimers(context);
  await addAppointment(request, member, { center: 'Dhaka Medical College' });
  await page.goto(`${siteProxy.url}/login`);
  await submitSignIn(page, member);
  await expect(page).not.toHaveURL(/login/);
  await page.goto(`${siteProxy.url}/dashboard/appointments`);
  const row = page.getByRole('cell', { name: 'Dhaka Medical College' });
  await expect(row).toBeVisible();
  await waitUntilCached(page, 'appointments-page', 'session-operations');
  siteProxy.stop();
  await page.reload();
  await expect(row).toBeVisible();
  const cachedNotice = page.getByText("We can't reach the server. Last updated");
  await expect(cachedNotice).toBeVisible();
  await siteProxy.start();
  await expect(cachedNotice).toBeHidden();
  await expect(row).toBeVisible();
});

test('[APF-02] an open page keeps its version after a deployment; disabling offline removes worker and caches', async ({
  page,
  context,
  siteProxy,
}) => {
  const about = page.getByRole('banner').getByRole('link', { name: 'About Us' });
  const title = (words: string) => page.getByRole('heading', { level: 1, name: words, exact: true });

  await test.step('the open page continues with its own scripts, and the next page load gets the new version', async () => {
    const next = makeNextVersion({ 'This is about us': 'This is about us, renewed' });
    await page.goto(`${siteProxy.url}/about`);
    await moveMouse(page);
    await waitUntilCached(page, 'about-page');
    await page.goto(`${siteProxy.url}/`);
    await moveMouse(page);
    await scrollToForm(page);
    await form(page).locator('[name="center"]').fill('Dhaka Medical College');
    await waitUntilCached(page, 'appointment-form', 'date-picker', 'sonner-toaster');

    siteProxy.serve({ ...next, worksOffline: true });
    await form(page).getByRole('button', { name: 'Choose the date in a calendar' }).click();
    const calendar = page.getByRole('dialog', { name: 'Choose a donation date' });
    await expect(calendar.getByRole('grid')).toBeVisible();
    await calendar.getByRole('button', { name: 'Close' }).click();
    await expect(form(page).locator('[name="center"]')).toHaveValue('Dhaka Medical College');
    // Navigation to a page with cached scripts stays in the old version and does not mix the two versions.
    await waitUntilHydrated(about);
    await about.click();
    await expect(title('This is about us')).toBeVisible();
    await page.reload();
    await expect(title('This is about us, renewed')).toBeVisible();

    // The new service worker has updated all cached pages, so nothing of the old version shows offline.
    await expect.poll(() => outdatedFilesInCache(page, next.files)).toEqual([]);
    // A navigation would wait for a worker that is being activated.
    await expect.poll(() => stopIdleWorkers(page)).toEqual([undefined, undefined, 'activated']);
    await goOffline(context);
    await page.goto(`${siteProxy.url}/about`);
    await expect(title('This is about us, renewed')).toBeVisible();
    await page.goto(`${siteProxy.url}/`);
    await expect(page.getByRole('heading', { name: 'Our Campaigns' })).toBeVisible();
    await goOnline(context);
    next.remove();
  });

  await test.step('disabling offline support removes the service worker and its caches', async () => {
    siteProxy.serve({ folder: siteProxy.built, worksOffline: false });
    await page.goto(`${siteProxy.url}/about`);
    await expect(title('This is about us')).toBeVisible();
    const remaining = () =>
      page.evaluate(async () => ({
        workers: (await navigator.serviceWorker.getRegistrations()).length,
        stores: await caches.keys(),
      }));
    await expect.poll(() => stopIdleWorkers(page)).toEqual([undefined, undefined, undefined]);
    await expect.poll(remaining).toEqual({ workers: 0, stores: [] });
    await page.reload();
    await waitUntilHydrated(about);
    expect(await remaining()).toEqual({ workers: 0, stores: [] });
  });
});
