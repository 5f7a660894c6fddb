import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const gallery = '/dashboard/gallery';
const heading = (page: Page) => page.getByRole('heading', { name: 'PHOTO GALLERY' });
const photos = (page: Page) => page.getByRole('list', { name: 'Photos' }).getByRole('img');

/** Whatever is asked of the identity provider waits for `release`. */
async function holdIdentity(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/api\/config|\/identity\//, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return held.resolve;
}

/** From now on the page notes every heading that it ever shows. */
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

test.describe('a stranger', () => {
  test('[GRD-01] sees nothing of the gallery on the way to /login, and asks for none of its photos', async ({
    page,
  }) => {
    const headings = await noteHeadings(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(gallery);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    expect(await headings()).toEqual(['Login']);
    expect(asked).not.toContain('/api/photo');
  });
});

test.describe('somebody remembered', () => {
  test('finds the scripts of the gallery in the cache after reading another page', async ({ page }) => {
    await page.goto('/about');
    const ahead = page.locator('head link[rel="prefetch"][href*="gallery-page"]');
    await expect(ahead).toHaveCount(1);
    const script = await ahead.getAttribute('href');
    await page.waitForLoadState('networkidle');
    await page.goto(gallery);
    await expect(heading(page)).toBeVisible();
    const taken = await page.evaluate((path) => {
      const [entry] = performance.getEntriesByName(new URL(path ?? '', location.href).href);
      return (entry as PerformanceResourceTiming | undefined)?.transferSize;
    }, script);
    // From the cache: nothing came over the line.
    expect(taken).toBe(0);
  });

  test.beforeEach(async ({ signedIn }) => expect(signedIn.email).toBeTruthy());

  test('[GRD-04] [GAL-01] sees the photos before the identity provider has answered, and never /login', async ({
    page,
  }) => {
    const release = await holdIdentity(page);
    const headings = await noteHeadings(page);
    await page.goto(gallery);
    await expect(photos(page).first()).toHaveJSProperty('complete', true);
    expect(await headings()).toEqual(['PHOTO GALLERY']);
    release();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log out' })).toBeVisible();
    await expect(heading(page)).toBeVisible();
  });

  test('[GAL-01] the list and the first pictures are asked for at once, and once', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) =>
      asked.push(new URL(request.url()).pathname + new URL(request.url()).search),
    );
    await page.goto(gallery);
    await expect(photos(page).first()).toHaveJSProperty('complete', true);
    const first = await photos(page)
      .first()
      .evaluate((img: HTMLImageElement) => img.currentSrc);
    const { pathname, search } = new URL(first);
    const count = (address: string) => asked.filter((each) => each === address).length;
    expect(count(pathname + search)).toBe(1);
    expect(count('/api/photo?limit=24')).toBe(1);
  });

  test('[GRD-02] goes on from there to a page that needs to know who they are', async ({
    page,
    signedIn,
  }) => {
    const release = await holdIdentity(page);
    await page.goto(gallery);
    await expect(heading(page)).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Dashboard' })
      .getByRole('link', { name: 'Appointments' })
      .click();
    await expect(page.getByRole('main').getByRole('status')).toBeVisible();
    release();
    await expect(
      page.getByRole('heading', { name: `hello ${signedIn.name} , Your Appointments` }),
    ).toBeVisible();
  });

  test('[GRD-01] is led to /login when another tab signs out meanwhile', async ({ page, context }) => {
    const release = await holdIdentity(page);
    await page.goto(gallery);
    await expect(heading(page)).toBeVisible();
    const other = await context.newPage();
    await other.goto('/about');
    await other.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    release();
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  });

  test('[OUT-01] Back after signing out shows nothing of the gallery', async ({ page }) => {
    await page.goto(gallery);
    await expect(photos(page).first()).toBeVisible();
    await page.goto('/contact');
    await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    const headings = await noteHeadings(page);
    await page.goBack();
    await expect(page).toHaveURL(/\/contact$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    expect(await headings()).not.toContain('PHOTO GALLERY');
  });

  test.describe('whose session is over', () => {
    test.use({ expectedErrors: [/status of 40[03]/] });

    test('[IDP-10] [GRD-01] at the identity provider, ends at /login, and comes back after signing in', async ({
      page,
    }) => {
      await page.route('**/identity/v1/accounts:lookup*', (route) =>
        route.fulfill({ status: 400, json: { error: { code: 400, message: 'USER_DISABLED' } } }),
      );
      await page.goto(gallery);
      await expect(page).toHaveURL(/\/login$/);
      expect(await page.evaluate(() => localStorage.getItem('accessJwtToken'))).toBeNull();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    });

    test('[API-12] [GRD-01] at the product server, ends at /login', async ({ page, request }) => {
      await page.goto('/about');
      const token = await page.evaluate(() => localStorage.getItem('accessJwtToken'));
      const ended = await request.delete('/api/session', { headers: { Authorization: `Bearer ${token}` } });
      expect(ended.status()).toBe(204);
      await page.goto(gallery);
      await expect(page).toHaveURL(/\/login$/);
      expect(await page.evaluate(() => localStorage.getItem('accessJwtToken'))).toBeNull();
    });
  });
});
