import type { Page, Route } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, fillForm, form, inDays, openForm, submit } from './support/appointments.ts';
import { listAppointmentDates } from './support/member.ts';
import { waitUntilHydrated } from './support/navigation.ts';
import { expect, test } from './support/test.ts';

test.describe('an unreliable connection', () => {
  test.use({ expectedErrors: [/net::ERR|Failed to load resource/] });

  test('[APF-05] [API-05] [APT-01] typed text stays, a repeated request is stored once, and the list loads when the connection is back', async ({
    page,
    context,
    signedIn,
    request,
  }) => {
    const success = page.getByText('SuccessFully Submitted').first();
    const keys: (string | undefined)[] = [];
    /** Lets the next appointment reach the server and drops its response. */
    const loseResponse = async () => {
      keys.length = 0;
      await page.route('**/api/appointments?*', async (route: Route) => {
        if (route.request().method() !== 'POST') return route.continue();
        keys.push(route.request().headers()['idempotency-key']);
        if (keys.length > 1) return route.continue();
        const response = await route.fetch();
        expect((await response.json()).success).toBe(true);
        await route.abort('connectionreset');
      });
    };
    const expectOneKey = async () => {
      expect(keys).toHaveLength(2);
      expect(keys[0]).toBeTruthy();
      expect(keys[1]).toBe(keys[0]);
      await page.unroute('**/api/appointments?*');
    };

    await test.step('a list that could not be loaded loads when the connection is back', async () => {
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

    await test.step('submitting again after a lost response creates one appointment and shows success', async () => {
      await loseResponse();
      await openForm(page);
      await fillForm(page, { date: inDays(5) });
      await submit(page);
      await expect(
        form(page).getByRole('status').filter({ hasText: 'Press Submit to try again' }),
      ).toBeVisible();
      await expect(form(page).locator('[name="center"]')).toHaveValue('Dhaka Medical College');
      await submit(page);
      await expect(success).toBeVisible();
      await expectOneKey();
      expect(await listAppointmentDates(request, signedIn)).toEqual([inDays(5)]);
    });

    await test.step('sending again on the next page after a lost response creates one appointment', async () => {
      await loseResponse();
      await openForm(page);
      await fillForm(page, { date: inDays(6) });
      await submit(page);
      await expect(form(page).getByRole('status').last()).toContainText(
        'Your request is saved on this device',
      );
      await page.goto('/about');
      await page
        .getByRole('region', { name: 'Not sent yet' })
        .getByRole('button', { name: 'Review' })
        .click();
      const review = page.getByRole('dialog', { name: 'Not sent yet' });
      await review.getByRole('button', { name: 'Send it now' }).click();
      await expect(success).toBeVisible();
      await expectOneKey();
      expect(await listAppointmentDates(request, signedIn)).toEqual([inDays(5), inDays(6)]);
    });

    await test.step('during a server error the cached list shows when it was updated, and the new list replaces it later', async () => {
      const cachedNotice = page.getByText("We can't reach the server. Last updated");
      await page.route('**/api/appointments?*', (route) => route.fulfill({ status: 500, json: {} }));
      await addAppointment(request, signedIn, { center: 'River Road', date: inDays(8) });
      for (const path of ['/dashboard/appointments', '/dashboard/donations']) {
        await page.goto(path);
        await expect(cachedNotice).toBeVisible();
      }
      await expectAccessible(page);
      await page.unroute('**/api/appointments?*');
      await page.goto('/dashboard/appointments');
      await expect(page.getByRole('cell', { name: 'River Road' })).toBeVisible();
      await expect(cachedNotice).toBeHidden();
    });

    await test.step('a cancellation without a response stays on its card until the list has loaded again', async () => {
      const card = page.getByRole('article').first();
      await card.getByRole('button', { name: 'Cancel' }).click();
      await page.route('**/api/appointments**', (route) => route.abort());
      await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
      const failure = card.getByText('we do not know whether your appointment was canceled');
      await expect(failure).toBeVisible();
      await page.unroute('**/api/appointments**');
      await expect(failure).toHaveCount(0);
      await expect(card).toContainText(inDays(5));
    });
  });
});

test.describe('a page that fails', () => {
  test.use({ expectedErrors: [/broken on purpose|Minified React error/] });

  test('a slow page shows progress; a page that throws keeps the bars, so that other pages stay reachable', async ({
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
    await waitUntilHydrated(bar.getByRole('link', { name: 'Campaign' }));
    await bar.getByRole('link', { name: 'Campaign' }).click();
    const progress = page.getByRole('progressbar', { name: 'Loading the page' });
    await expect(progress).toBeVisible();
    held.resolve();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveURL('/campaign');
    await expect(progress).toHaveCount(0);

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

  test('[PUB-01] [PUB-07] [NAV-02] the public pages are readable and linked, and pages that need scripts say so', async ({
    page,
  }) => {
    const noscript = (page: Page) => page.locator('noscript p').filter({ visible: true });
    await page.goto('/');
    await expect(noscript(page)).toHaveText(/To request an appointment, turn on JavaScript/);
    await page.goto('/about');
    await expect(page.getByText('This is about us')).toBeVisible();
    for (const path of ['/login', '/register']) {
      await page.goto(path);
      await expect(noscript(page)).toHaveText(/To sign in, turn on JavaScript/);
    }
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width: 360, height: 640 });
    for (const path of ['appointments', 'payment/x']) {
      await page.goto(`/dashboard/${path}`);
      await expect(noscript(page)).toHaveText(/To see this page, turn on JavaScript/);
      await expect(noscript(page)).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.bb-brand').filter({ visible: true })).toHaveText('Blood Buddies');
    }
    await page.setViewportSize({ width, height });

    expect((await page.goto('/no/such/page'))?.status()).toBe(404);
    await expect(page).toHaveTitle('Page not found | Blood Buddies');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await page.getByRole('main').getByRole('link').first().click();
    await expect(page).toHaveURL('/');

    await page.setViewportSize({ width: 360, height: 740 });
    const opener = page.getByRole('button', { name: 'Menu' });
    const menu = page.getByRole('dialog', { name: 'Site menu' });
    const closings = [
      () => page.keyboard.press('Escape'),
      () => menu.getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(350, 400),
    ];
    for (const close of closings) {
      await opener.click();
      await expect(menu.getByRole('button', { name: 'Close' })).toBeFocused();
      await close();
      await expect(menu).toBeHidden();
    }
    await opener.click();
    await expect(menu.getByRole('link', { name: 'Login' })).toBeVisible();
    await menu.getByRole('button', { name: 'Pages' }).click();
    await menu.getByRole('link', { name: 'Submenu 1' }).click();
    await expect(page).toHaveURL(/\/donor$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });
});
