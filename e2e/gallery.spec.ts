import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { signInByCalls } from './support/member.ts';
import { expect, test } from './support/test.ts';

const gallery = '/dashboard/gallery';
const heading = (page: Page) => page.getByRole('heading', { name: 'PHOTO GALLERY' });
const login = (page: Page) => page.getByRole('heading', { name: 'Login' });
const photos = (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('img');
const logOut = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Log out' });

/** Whatever is asked of the identity provider waits for `release`. */
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

/** The page notes every heading that it ever shows; gives those since it was opened. */
async function noteHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { headingsSeen: seen });
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('h1')) seen.add(textContent);
    }).observe(document, { childList: true, subtree: true });
  });
  return () =>
    page.evaluate(() => [...(globalThis as unknown as { headingsSeen: Set<string> }).headingsSeen]);
}

test('[GRD-01] [GRD-02] [GRD-04] [GAL-01] [OUT-01] the gallery is open to members alone, at once, and as the photos are', async ({
  page,
  context,
  signedIn,
}) => {
  const headings = await noteHeadings(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    asked.push(pathname + search);
  });

  await test.step('a member finds its scripts in the cache; the list and the first picture are asked for once', async () => {
    await page.goto('/about');
    const ahead = page.locator('head link[rel="prefetch"][href*="gallery-page"]');
    await expect(ahead).toHaveCount(1);
    const script = await ahead.getAttribute('href');
    await page.waitForLoadState('networkidle');
    asked.length = 0;
    await page.goto(gallery);
    await expect(photos(page).first()).toHaveJSProperty('complete', true);
    const taken = await page.evaluate((path) => {
      const [entry] = performance.getEntriesByName(new URL(path ?? '', location.href).href);
      return (entry as PerformanceResourceTiming | undefined)?.transferSize;
    }, script);
    // From the cache: nothing came over the line.
    expect(taken).toBe(0);
    const first = await photos(page)
      .first()
      .evaluate((img: HTMLImageElement) => img.currentSrc);
    const { pathname, search } = new URL(first);
    const count = (address: string) => asked.filter((each) => each === address).length;
    expect(count(pathname + search)).toBe(1);
    expect(count('/api/photo?limit=24')).toBe(1);
  });

  await test.step('photos load when they come near, in two sharpnesses, with a title, in one to three columns', async () => {
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

  await test.step('they are there before the identity provider has answered, and lead on to a page that waits for it', async () => {
    const release = await holdIdentity(page);
    await page.goto(gallery);
    await expect(photos(page).first()).toHaveJSProperty('complete', true);
    expect(await headings()).toEqual(['PHOTO GALLERY']);
    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    await menu.getByRole('link', { name: 'Appointments' }).click();
    await expect(page.getByRole('main').getByRole('status')).toBeVisible();
    await release();
    await expect(
      page.getByRole('heading', { name: `hello ${signedIn.name} , Your Appointments` }),
    ).toBeVisible();
    await expect(logOut(page)).toBeVisible();
  });

  await test.step('Back after signing out shows nothing of it', async () => {
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

  await test.step('a stranger sees nothing of it on the way to /login, and asks for none of its photos', async () => {
    await context.setStorageState({ cookies: [], origins: [] });
    asked.length = 0;
    await page.goto(gallery);
    await expect(page).toHaveURL(/\/login$/);
    await expect(login(page)).toBeVisible();
    expect(await headings()).toEqual(['Login']);
    expect(asked.filter((each) => each.startsWith('/api/photo'))).toEqual([]);
  });
});

test.describe('a session that is over', () => {
  test.use({ expectedErrors: [/status of 40[03]/] });

  test('[GRD-01] [IDP-10] [API-12] leads from the gallery to /login, wherever it has ended', async ({
    page,
    context,
    site,
    member,
  }) => {
    const accessToken = () => page.evaluate(() => localStorage.getItem('accessJwtToken'));

    await test.step('in another tab, while the identity provider is asked', async () => {
      await signInByCalls(context, site, member);
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
      await signInByCalls(context, site, member);
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
      await signInByCalls(context, site, member);
      await page.goto('/about');
      const headers = { Authorization: `Bearer ${await accessToken()}` };
      expect((await page.request.delete('/api/session', { headers })).status()).toBe(204);
      await page.goto(gallery);
      await expect(page).toHaveURL(/\/login$/);
      expect(await accessToken()).toBeNull();
    });
  });
});
