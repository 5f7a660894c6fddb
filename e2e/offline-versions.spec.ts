import type { Page } from '@playwright/test';
import { addAppointment, form } from './support/appointments.ts';
import {
  cutConnection,
  restoreConnection,
  shortenWorkerTimers,
  waitUntilCached,
} from './support/connection.ts';
import { waitUntilHydrated } from './support/hydrated.ts';
import { sendSignIn } from './support/member.ts';
import { type Front, makeNextVersion, openFront } from './support/proxy.ts';
import { test as base, expect } from './support/test.ts';

/** The site as it is now and as its next version would be, one after the other at the same address. */
const test = base.extend<{ front: Front }>({
  front: async ({ site }, use) => {
    const front = await openFront(site.url);
    await use(front);
    front.away();
  },
  allowedOrigins: async ({ front }, use) => use([front.url]),
});
test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/net::ERR|status of 404|dynamically imported module|Error loading route module/],
});

/** The files that kept pages name and this version does not have. */
async function formerFilesInPages(page: Page, files: readonly string[]): Promise<string[]> {
  const named = await page.evaluate(async () => {
    const pages = await caches.open('bb-pages');
    const texts = (await pages.keys()).map(async (request) => (await pages.match(request))?.text() ?? '');
    return (await Promise.all(texts)).flatMap((html) => html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? []);
  });
  return named.filter((path) => !files.includes(path));
}

test('the server is away: a member is known all the same, sees what was known, and hears when it is back', async ({
  page,
  context,
  front,
  member,
  request,
}) => {
  await shortenWorkerTimers(context);
  await addAppointment(request, member, { center: 'Dhaka Medical College' });
  await page.goto(`${front.url}/login`);
  await sendSignIn(page, member);
  await expect(page).not.toHaveURL(/login/);
  await page.goto(`${front.url}/dashboard/appointments`);
  const row = page.getByRole('cell', { name: 'Dhaka Medical College' });
  await expect(row).toBeVisible();
  await waitUntilCached(page, 'appointments-page', 'client');
  front.away();
  await page.reload();
  await expect(row).toBeVisible();
  const known = page.getByText('We cannot reach the server at the moment. This is what we knew on');
  await expect(known).toBeVisible();
  await front.back();
  await expect(known).toBeHidden();
  await expect(row).toBeVisible();
});

test('[APF-02] an open page goes on with its own parts when a new version comes; a site that does without this part takes the worker away, and what it has kept', async ({
  page,
  context,
  front,
}) => {
  const about = page.getByRole('banner').getByRole('link', { name: 'About Us' });
  const title = (words: string) => page.getByRole('heading', { level: 1, name: words, exact: true });

  await test.step('a new version: the open page goes on with its own parts, the next one is of the new', async () => {
    const next = makeNextVersion({ 'This is about us': 'This is about us, renewed' });
    await page.goto(`${front.url}/about`);
    await waitUntilCached(page, 'about-page');
    await page.goto(`${front.url}/`);
    await form(page).scrollIntoViewIfNeeded();
    await form(page).locator('[name="center"]').fill('Dhaka Medical College');
    await waitUntilCached(page, 'appointment-form', 'calendar', 'sonner-shelf');

    front.serve({ folder: next.folder, worksOffline: true });
    await form(page).getByRole('button', { name: 'Choose the date in a calendar' }).click();
    const calendar = page.getByRole('dialog', { name: 'Choose a donation date' });
    await expect(calendar.getByRole('grid')).toBeVisible();
    await calendar.getByRole('button', { name: 'Close' }).click();
    await expect(form(page).locator('[name="center"]')).toHaveValue('Dhaka Medical College');
    // Pages of the site that this one has the scripts for go on, too: of its own version, not half and half.
    await waitUntilHydrated(about);
    await about.click();
    await expect(title('This is about us')).toBeVisible();
    await page.reload();
    await expect(title('This is about us, renewed')).toBeVisible();

    // The new worker has renewed whatever was kept, so that without a line nothing is of the former version.
    await expect.poll(() => formerFilesInPages(page, next.files)).toEqual([]);
    await cutConnection(context);
    await page.goto(`${front.url}/about`);
    await expect(title('This is about us, renewed')).toBeVisible();
    await page.goto(`${front.url}/`);
    await expect(page.getByRole('heading', { name: 'Our Campaigns' })).toBeVisible();
    await restoreConnection(context);
    next.remove();
  });

  await test.step('without this part: the worker is taken away, and what it has kept', async () => {
    front.serve({ folder: front.built, worksOffline: false });
    await page.goto(`${front.url}/about`);
    await expect(title('This is about us')).toBeVisible();
    const left = () =>
      page.evaluate(async () => ({
        workers: (await navigator.serviceWorker.getRegistrations()).length,
        stores: await caches.keys(),
      }));
    await expect.poll(left).toEqual({ workers: 0, stores: [] });
    await page.reload();
    await waitUntilHydrated(about);
    expect(await left()).toEqual({ workers: 0, stores: [] });
  });
});
