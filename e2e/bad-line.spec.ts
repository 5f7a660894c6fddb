import type { Page, Route } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { untilAlive } from './support/alive.ts';
import { fillForm, form, inDays, openForm, submit } from './support/appointments.ts';
import { signIn } from './support/member.ts';
import { expect, test } from './support/test.ts';

const noConnection = /net::ERR|Failed to load resource/;

test.describe('a line that fails', () => {
  test.use({ expectedErrors: [noConnection] });

  test('[APF-05] [API-05] the answer is lost, Submit again: one appointment, and success is said', async ({
    page,
    signedIn,
  }) => {
    const keys: (string | undefined)[] = [];
    await page.route('**/api/appointments?*', async (route: Route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      const handled = await route.fetch();
      expect((await handled.json()).success).toBe(true);
      await route.abort('connectionreset');
    });
    await openForm(page);
    await fillForm(page, { date: inDays(5) });
    await submit(page);
    await expect(form(page).getByRole('alert')).toContainText('What you filled in is still here');
    await expect(form(page).locator('[name="center"]')).toHaveValue('Dhaka Medical College');
    await submit(page);
    await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);

    const listed = await page.request.get('/api/appointments', {
      params: { email: signedIn.email },
      headers: { Authorization: `Bearer ${signedIn.accessToken}` },
    });
    expect((await listed.json()).map(({ date }: { date: string }) => date)).toEqual([inDays(5)]);
  });

  test('[APF-04] the connection goes while the form is filled in: nothing typed is lost', async ({
    page,
    context,
    signedIn,
  }) => {
    expect(signedIn.email).toBeTruthy();
    await openForm(page);
    await context.setOffline(true);
    await fillForm(page, { date: inDays(7), opinion: 'Kind people.' });
    await submit(page);
    await expect(form(page).getByRole('alert')).toBeVisible();
    await expect(form(page).locator('[name="opinion"]')).toHaveValue('Kind people.');
    await context.setOffline(false);
    await submit(page);
    await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
  });

  test('[APT-01] the list that could not be loaded comes with the connection', async ({
    page,
    context,
    signedIn,
  }) => {
    expect(signedIn.email).toBeTruthy();
    await page.goto('/dashboard/donors');
    await expect(page.getByRole('heading', { name: 'Our Donors' })).toBeVisible();
    const menu = page.getByRole('navigation', { name: 'Dashboard' });
    await menu.getByRole('link', { name: 'Appointments' }).click();
    await expect(page.getByRole('heading', { name: /Your Appointments/ })).toBeVisible();
    await menu.getByRole('link', { name: 'Donors' }).click();
    await context.setOffline(true);
    await menu.getByRole('link', { name: 'Appointments' }).click();
    await expect(page.getByRole('heading', { name: /Your Appointments/ })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText('You have no appointments yet')).toBeVisible();
  });
});

test('a page that is long on its way says so', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' });
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/about-page*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('banner').getByRole('link', { name: 'About Us' }).click();
  const onTheWay = page.getByRole('progressbar', { name: 'Loading the page' });
  await expect(onTheWay).toBeVisible();
  held.resolve();
  await expect(page.getByRole('heading', { name: 'This is about us' })).toBeFocused();
  await expect(onTheWay).toHaveCount(0);
});

test.describe('a page that breaks', () => {
  test.use({ expectedErrors: [/broken on purpose|Minified React error/] });

  test('leaves the bars, so that every other page is one step away', async ({ page }) => {
    await page.route('**/assets/about-page*', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export const meta = () => []; export default () => { throw new Error("broken on purpose"); };',
      }),
    );
    await page.goto('/');
    const bar = page.getByRole('banner');
    const link = bar.getByRole('link', { name: 'About Us' });
    await untilAlive(link);
    await link.click();
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeFocused();
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectAccessible(page);
    await bar.getByRole('link', { name: 'Contact' }).click();
    await expect(page.getByRole('heading', { name: 'This is for contact' })).toBeVisible();
  });
});

test.describe('a browser that forbids storage', () => {
  // The router cannot keep scroll positions, says so and goes on.
  test.use({ expectedErrors: [/SecurityError: Forbidden/] });

  test('[IDP-11] a person still signs in and requests', async ({ page, member }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('Forbidden', 'SecurityError');
          },
        });
      }
    });
    await signIn(page, member);
    await form(page).scrollIntoViewIfNeeded();
    await fillForm(page, { date: inDays(8) });
    await submit(page);
    await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'DashBoard' }).click();
    await expect(page.getByRole('cell', { name: inDays(8) })).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  const said = (page: Page) => page.locator('noscript p').filter({ visible: true });

  test('[PUB-01] the public pages are readable, and what needs scripts says so', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Our Campaigns' })).toBeVisible();
    await expect(said(page)).toHaveText(/Requesting an appointment needs JavaScript/);
    await page.goto('/about');
    await expect(page.getByText('This is about us')).toBeVisible();
    for (const path of ['/login', '/register']) {
      await page.goto(path);
      await expect(said(page)).toHaveText(/Signing in needs JavaScript/);
    }
    await page.goto('/dashboard/appointments');
    await expect(said(page)).toHaveText(/This page needs JavaScript/);
  });

  test('[NAV-02] a phone finds the links in the bar', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL(/\/contact$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});
