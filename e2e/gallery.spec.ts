import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { replaceStorage, signInThroughApi } from './support/member.ts';
import { expect, test } from './support/test.ts';

const gallery = '/dashboard/gallery';
const heading = (page: Page) => page.getByRole('heading', { name: 'PHOTO GALLERY' });
const login = (page: Page) => page.getByRole('heading', { name: 'Login' });
const photos = (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('img');
const logOut = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Log out' });

/** Holds back requests to the identity provider until the returned function is called. */
async function holdIdentity(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const identity = /\/api\/config|\/identity\//;
  await page.route(identity, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return async () => {
    held.resolve();
    await page.unroute(identity);
  };
}

/** Records every h1 that the page shows. The returned function lists them. */
async function recordHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shownHeadings = new Set<string>();
    Object.assign(globalThis, { headingsSeen: shownHeadings });
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('h1')) shownHeadings.add(textContent);
    }).observe(document, { childList: true, subtree: true });
  });
  return () =>
    page.evaluate(() => [...(globalThis as unknown as { headingsSeen: Set<string> }).headingsSeen]);
}

test('[GRD-01] [GRD-02] [GRD-04] [GAL-01] [OUT-01] the gallery opens immediately, and only for members', async ({
  page,
  context,
  signedIn,
}) => {
  const headings = await recordHeadings(page);
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    requests.push(pathname + search);
  });

  await test.step('its scripts come from the cache, and the list and the first image are requested once', async () => {
    await page.goto('/about');
    const prefetchLink = page.locator('head link[rel="prefetch"][href*="gallery-page"]');
    await expect(prefetchLink).toHaveCount(1);
    const script = await prefetchLink.getAttribute('href');
    const scriptSizes = () =>
      page.evaluate(
        (path) =>
          performance
            .getEntriesByName(new URL(path ?? '', location.href).href)
            .map((entry) => (entry as PerformanceResourceTiming).transferSize),
        script,
      );
    await expect.poll(scriptSizes, 'prefetched').toHaveLength(1);
    requests.length = 0;
    await page.goto(gallery);
    await expect(photos(page).first()).toHaveJSProperty('complete', true);
    // A transfer size of 0 means that the script came from the cache.
    expect((await scriptSizes())[0]).toBe(0);
    const first = await photos(page)
      .first()
      .evaluate((img: HTMLImageElement) => img.currentSrc);
    const { pathname, search } = new URL(first);
    const count = (address: string) => requests.filter((requested) => requested === address).length;
    expect(count(pathname + search)).toBe(1);
    expect(count('/api/photo?limit=24')).toBe(1);
  });

  await test.step('photos load lazily, in two resolutions, with a title, in one to three columns', async () => {
    await expectAccessible(page);
    const first = photos(page).first();
    await expect(first).toHaveAttribute('loading', 'lazy');
    await expect(first).toHaveAttribute('src', /[?&]w=162(&|$)/);
    await expect(first).toHaveAttribute('srcset', /w=162\S* 162w, \S*w=162\S*dpr=2\S* 324w/);
    await expect(first).toHaveAttribute('alt', /\w/);
    await expect.poll(() => photos(page).count()).toBeGreaterThanOrEqual(14);
    for (const [width, columns] of [
      [360, 1],
      [768, 2],
      [1440, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const boxes = () =>
        photos(page).evaluateAll((all) => all.map((img) => img.getBoundingClientRect().toJSON()));
      await expect
        .poll(async () => new Set((await boxes()).map(({ x }) => Math.round(x))).size)
        .toBe(columns);
      const tops = (await boxes()).map(({ y }) => Math.round(y));
      expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    }
  });

  await test.step('photos show before the identity provider responds, and lead to a page that waits for it', async () => {
    const release = await holdIdentity(page);
    await page.goto(gallery);
    await expect(photos(page).first()).toHaveJSProperty('complete', true);
    expect(await headings()).toEqual(['Loading', 'PHOTO GALLERY']);
    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    await menu.getByRole('link', { name: 'Appointments' }).click();
    await expect(page.getByRole('main').getByRole('status')).toBeVisible();
    await release();
    await expect(
      page.getByRole('heading', { name: `hello ${signedIn.name} , Your Appointments` }),
    ).toBeVisible();
    await expect(logOut(page)).toBeVisible();
  });

  await test.step('Back after signing out does not show the gallery', async () => {
    await page.goto(gallery);
    await expect(photos(page).first()).toBeVisible();
    await page.goto('/contact');
    await logOut(page).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/contact$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/login$/);
    await expect(login(page)).toBeVisible();
    expect(await headings()).not.toContain('PHOTO GALLERY');
  });

  await test.step('a visitor is redirected to /login without seeing the gallery or requesting its photos', async () => {
    await replaceStorage(context);
    requests.length = 0;
    await page.goto(gallery);
    await expect(page).toHaveURL(/\/login$/);
    await expect(login(page)).toBeVisible();
    expect(await headings()).toEqual(['Loading', 'Login']);
    expect(requests.filter((path) => path.startsWith('/api/photo'))).toEqual([]);
  });
});

test.describe('an ended session', () => {
  test.use({ expectedErrors: [/status of 40[03]/] });

  test('[GRD-01] [IDP-10] [API-12] redirects from the gallery to /login, wherever it ended', async ({
    page,
    context,
    site,
    member,
  }) => {
    const accessToken = () => page.evaluate(() => localStorage.getItem('accessJwtToken'));

    await test.step('in another tab, while a request to the identity provider is pending', async () => {
      await signInThroughApi(context, site, member);
      const release = await holdIdentity(page);
      await page.goto(gallery);
      await expect(heading(page)).toBeVisible();
      const other = await context.newPage();
      await other.goto('/about');
      await logOut(other).click();
      await expect(page).toHaveURL(/\/login$/);
      await release();
      await expect(login(page)).toBeVisible();
      await other.close();
    });

    await test.step('at the identity provider', async () => {
      await signInThroughApi(context, site, member);
      const lookup = '**/identity/v1/accounts:lookup*';
      await page.route(lookup, (route) =>
        route.fulfill({ status: 400, json: { error: { code: 400, message: 'USER_DISABLED' } } }),
      );
      await page.goto(gallery);
      await expect(page).toHaveURL(/\/login$/);
      expect(await accessToken()).toBeNull();
      await page.reload();
      await expect(login(page)).toBeVisible();
      await page.unroute(lookup);
    });

    await test.step('at the product server', async () => {
      await signInThroughApi(context, site, member);
      await page.goto('/about');
      const headers = { Authorization: `Bearer ${await accessToken()}` };
      expect((await page.request.delete('/api/session', { headers })).status()).toBe(204);
      await page.goto(gallery);
      await expect(page).toHaveURL(/\/login$/);
      expect(await accessToken()).toBeNull();
    });
  });
});
