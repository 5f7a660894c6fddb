import type { Page, Route } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, fillForm, form, inDays, openForm, submit } from './support/appointments.ts';
import { datesOf } from './support/member.ts';
import { expect, test } from './support/test.ts';

test.describe('a line that fails', () => {
  test.use({ expectedErrors: [/net::ERR|Failed to load resource/] });

  test('[APF-05] [API-05] [APT-01] what was typed stays, what had arrived is not there twice, the list comes with the line', async ({
    page,
    context,
    signedIn,
    request,
  }) => {
    const success = page.getByText('SuccessFully Submitted').first();
    const keys: (string | undefined)[] = [];
    /** The next appointment arrives, and its answer is lost. */
    const loseAnswer = async () => {
      keys.length = 0;
      await page.route('**/api/appointments?*', async (route: Route) => {
        if (route.request().method() !== 'POST') return route.continue();
        keys.push(route.request().headers()['idempotency-key']);
        if (keys.length > 1) return route.continue();
        const handled = await route.fetch();
        expect((await handled.json()).success).toBe(true);
        await route.abort('connectionreset');
      });
    };
    const expectOneKey = async () => {
      expect(keys).toHaveLength(2);
      expect(keys[0]).toBeTruthy();
      expect(keys[1]).toBe(keys[0]);
      await page.unroute('**/api/appointments?*');
    };

    await test.step('the list that could not be loaded comes with the connection', async () => {
      const heading = page.getByRole('heading', { name: /Your Appointments/ });
      await page.goto('/dashboard/donors');
      await expect(page.getByRole('heading', { name: 'Our Donors' })).toBeVisible();
      const menu = page.getByRole('navigation', { name: 'Dashboard' });
      await menu.getByRole('link', { name: 'Appointments' }).click();
      await expect(heading).toBeVisible();
      await menu.getByRole('link', { name: 'Donors' }).click();
      await context.setOffline(true);
      await menu.getByRole('link', { name: 'Appointments' }).click();
      await expect(heading).toBeVisible();
      await context.setOffline(false);
      await expect(page.getByText('You have no appointments yet')).toBeVisible();
    });

    await test.step('the answer is lost, Submit again: one appointment, and success is said', async () => {
      await loseAnswer();
      await openForm(page);
      await fillForm(page, { date: inDays(5) });
      await submit(page);
      await expect(form(page).getByRole('alert')).toContainText('Your details are still here');
      await expect(form(page).locator('[name="center"]')).toHaveValue('Dhaka Medical College');
      await submit(page);
      await expect(success).toBeVisible();
      await expectOneKey();
      expect(await datesOf(request, signedIn)).toEqual([inDays(5)]);
    });

    await test.step('the answer is lost, sent again on the next page: one appointment', async () => {
      await loseAnswer();
      await openForm(page);
      await fillForm(page, { date: inDays(6) });
      await submit(page);
      await expect(form(page).getByRole('alert')).toContainText('We saved it on this device');
      await page.goto('/about');
      const offer = page.getByRole('region', { name: 'Not sent yet' });
      await offer.getByRole('button', { name: 'Send it now' }).click();
      await expect(success).toBeVisible();
      await expectOneKey();
      expect(await datesOf(request, signedIn)).toEqual([inDays(5), inDays(6)]);
    });

    await test.step('while the server fails what is kept says of when it is, and what comes again takes its place', async () => {
      const known = page.getByText('Last updated');
      await page.route('**/api/appointments?*', (route) => route.fulfill({ status: 500, json: {} }));
      await addAppointment(request, signedIn, { center: 'River Road', date: inDays(8) });
      for (const path of ['/dashboard/appointments', '/dashboard/donations']) {
        await page.goto(path);
        await expect(known).toBeVisible();
      }
      await expectAccessible(page);
      await page.unroute('**/api/appointments?*');
      await page.goto('/dashboard/appointments');
      await expect(page.getByRole('cell', { name: 'River Road' })).toBeVisible();
      await expect(known).toBeHidden();
    });
  });
});

test.describe('a page that breaks', () => {
  test.use({ expectedErrors: [/broken on purpose|Minified React error/] });

  test('one that is long on its way says so; one that breaks leaves the bars, so that every other page is one step away', async ({
    page,
  }) => {
    const bar = page.getByRole('banner');
    await page.goto('/', { waitUntil: 'networkidle' });
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/campaign-page*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.route('**/assets/about-page*', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export const meta = () => []; export default () => { throw new Error("broken on purpose"); };',
      }),
    );
    await bar.getByRole('link', { name: 'Campaign' }).click();
    const onTheWay = page.getByRole('progressbar', { name: 'Loading the page' });
    await expect(onTheWay).toBeVisible();
    held.resolve();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveURL('/campaign');
    await expect(onTheWay).toHaveCount(0);

    await bar.getByRole('link', { name: 'About Us' }).click();
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeFocused();
    await expect(page.getByRole('main')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectAccessible(page);
    await bar.getByRole('link', { name: 'Contact' }).click();
    await expect(page.getByRole('heading', { name: 'This is for contact' })).toBeVisible();
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 404/] });

  test('[PUB-01] [PUB-07] [NAV-02] the public pages are readable and lead on, and what needs scripts says so', async ({
    page,
  }) => {
    const said = (page: Page) => page.locator('noscript p').filter({ visible: true });
    await page.goto('/');
    await expect(said(page)).toHaveText(/Requesting an appointment needs JavaScript/);
    await page.goto('/about');
    await expect(page.getByText('This is about us')).toBeVisible();
    for (const path of ['/login', '/register']) {
      await page.goto(path);
      await expect(said(page)).toHaveText(/Signing in needs JavaScript/);
    }
    await page.goto('/dashboard/appointments');
    await expect(said(page)).toHaveText(/This page needs JavaScript/);

    expect((await page.goto('/no/such/page'))?.status()).toBe(404);
    await expect(page).toHaveTitle('Page not found | Blood Buddies');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await page.getByRole('main').getByRole('link').first().click();
    await expect(page).toHaveURL('/');

    // A phone finds the links in the bar.
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden();
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
    await expect(page).toHaveURL(/\/contact$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});
