import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import {
  addAppointment,
  fillForm,
  form,
  inDays,
  openForm,
  scrollToForm,
  submit,
} from './support/appointments.ts';
import { removeScripts } from './support/broken-browser.ts';
import { signInThroughApi, submitSignIn } from './support/member.ts';
import { countPageLoads, moveMouse, waitUntilHydrated } from './support/navigation.ts';
import { pay } from './support/payment.ts';
import { expect, test } from './support/test.ts';

// The browser logs a missing script, and React Router logs the route that failed. React logs that an error
// replaces the HTML of a part (418).
test.use({
  expectedErrors: [
    /status of (404|502)|net::ERR|dynamically imported module|Error loading route module|React error #418/,
  ],
});

const hydrationFailed = (page: Page) => page.getByText('This page did not load completely');
const loadError = (page: Page) => page.getByRole('heading', { name: 'The page did not load' });

async function clickInTopBar(page: Page, name: string): Promise<void> {
  const link = page.getByRole('banner').getByRole('link', { name, exact: true });
  await waitUntilHydrated(link);
  await link.click();
}

/** Restores all scripts and unloads the page, so that the browser discards failed ones. */
async function restoreScripts(page: Page, context: BrowserContext): Promise<void> {
  await context.unrouteAll();
  await page.goto('about:blank');
}

test('[LGN-05] [LND-00] [LND-05] [LND-08] [LND-10] a visitor sees an error in place of a missing part, the rest stays, and all links work', async ({
  page,
  context,
  member,
}) => {
  await test.step('a page opened before a deployment loads the next one as a document, once', async () => {
    await page.goto('/campaign');
    await removeScripts(context, 'about-page');
    const pageLoads = countPageLoads(page);
    const restoreOnReload = async (sent: { isNavigationRequest(): boolean }) => {
      if (sent.isNavigationRequest()) await context.unrouteAll();
    };
    page.on('request', restoreOnReload);
    await clickInTopBar(page, 'About Us');
    await expect(page.getByRole('heading', { name: 'This is about us' })).toBeVisible();
    await expect(page).toHaveURL('/about');
    expect(pageLoads()).toBe(1);
    page.off('request', restoreOnReload);
  });

  for (const path of ['/login', '/dashboard/appointments'])
    await test.step(`${path} shows that hydration failed, and works after a reload`, async () => {
      await restoreScripts(page, context);
      await removeScripts(context, 'entry.client');
      await page.goto(path);
      if (path === '/login') await page.getByRole('heading', { level: 1 }).click();
      await expect(hydrationFailed(page)).toBeVisible();
      await expectAccessible(page);
      await context.unrouteAll();
      await page.getByRole('link', { name: 'Reload it' }).click();
      await expect(page.locator('[name="email"]')).toBeVisible();
      await waitUntilHydrated(page.locator('[name="email"]'));
      await expect(hydrationFailed(page)).toBeHidden();
    });

  for (const [path, script] of [
    ['/dashboard/appointments', 'entry.client'],
    ['/login', 'entry.client'],
    ['/about', 'entry.client'],
  ] as const)
    await test.step(`${path}, while unused, is reloaded once automatically without its script ${script}`, async () => {
      await restoreScripts(page, context);
      const pageLoads = countPageLoads(page);
      // The second document must find its script: removing the route takes too long on a busy machine.
      await context.route(`**/assets/${script}-*.js`, (route) =>
        pageLoads() < 2 ? route.fulfill({ status: 404 }) : route.continue(),
      );
      await page.goto(path);
      await moveMouse(page);
      await expect.poll(pageLoads).toBe(2);
      await waitUntilHydrated(
        page
          .getByRole('main')
          .getByRole(path === '/about' ? 'list' : 'textbox')
          .first(),
      );
      await expect(hydrationFailed(page)).toBeHidden();
    });

  await test.step('without the server a page that did not load stays, and loads automatically once the server responds', async () => {
    await restoreScripts(page, context);
    await page.goto('/campaign');
    await removeScripts(context, 'about-page');
    let isUp = false;
    let attemptCount = 0;
    await context.route('**/about', async (route) => {
      attemptCount += 1;
      if (isUp) await context.unrouteAll();
      return isUp ? route.fallback() : route.fulfill({ status: 502 });
    });
    await clickInTopBar(page, 'About Us');
    await expect(loadError(page)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => attemptCount).toBeGreaterThan(1);
    await expect(loadError(page)).toBeFocused();
    isUp = true;
    await expect(page.getByRole('heading', { name: 'This is about us' })).toBeVisible();
  });

  await test.step('without its script the landing page stays readable, and all links work', async () => {
    await restoreScripts(page, context);
    await removeScripts(context, 'landing-page');
    await page.goto('/');
    await page.getByRole('heading', { name: 'Our Campaigns' }).click();
    await expect(hydrationFailed(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Our Campaigns' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true }).click();
    await expect(page.getByText('This is for contact')).toBeVisible();
    await expect(hydrationFailed(page)).toBeHidden();
  });

  await test.step('missing parts of a page show an error in their place, and the rest stays', async () => {
    await restoreScripts(page, context);
    await removeScripts(context, 'appointment-form', 'preview-grid', 'review-carousel');
    await page.goto('/');
    await moveMouse(page);
    await expect(page.getByText('This part of the page did not load')).toHaveCount(3);
    await expect(page.getByRole('heading', { name: 'Our Campaigns' })).toBeVisible();
    await expectAccessible(page);
    await context.unrouteAll();
    await page.getByRole('button', { name: 'Load the page again' }).last().click();
    await scrollToForm(page);
    await expect(form(page).locator('[name="name"]')).toBeVisible();
  });

  await test.step('offline, sign-in and a page that is not loaded show an error, and continue when the connection is back', async () => {
    await page.goto('/login');
    await waitUntilHydrated(page.getByRole('banner').getByRole('link', { name: 'Blogs' }));
    await context.setOffline(true);
    await submitSignIn(page, member);
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Check your connection');
    await context.setOffline(false);
    await submitSignIn(page, member);
    await expect(page).toHaveURL('/');

    await context.setOffline(true);
    await clickInTopBar(page, 'Blogs');
    await expect(loadError(page)).toBeFocused();
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(page.getByText('This is blogs').first()).toBeVisible();
  });

  await test.step('with a connection but no server the site stays, and shows an error', async () => {
    await page.goto('/blogs');
    await waitUntilHydrated(page.getByRole('banner').getByRole('link', { name: 'Contact' }));
    await context.route('**/*', (route) => route.abort());
    await clickInTopBar(page, 'Contact');
    await expect(loadError(page)).toBeFocused();
    await expect(page).toHaveURL('/contact');
    await context.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('This is for contact')).toBeVisible();
  });
});

test('[PAY-01] [APF-02] [APF-04] [APF-05] [LGN-05] a page, calendar, sign-in or card form that fails to load shows an error, and loses no typed text', async ({
  page,
  context,
  site,
  member,
  request,
}) => {
  const id = await addAppointment(request, member);

  await test.step('sign-in and the card form show the next step, and the card form opens once its script is available', async () => {
    await removeScripts(context, 'session-operations', 'sandbox-cards');
    await page.goto(`/dashboard/payment/${id}`);
    await submitSignIn(page, member);
    const errorAlert = page.getByRole('alert').filter({ hasText: 'load the page again' });
    await expect(errorAlert).toBeVisible();
    await context.unroute('**/assets/session-operations-*.js');
    await page.reload();
    await submitSignIn(page, member);
    await expect(page).toHaveURL(new RegExp(id));
    await expect(errorAlert).toContainText('The card form could not be opened.');
    await expectAccessible(page);
    await context.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(pay(page)).toBeEnabled();
  });

  await test.step('a page whose script is missing shows an error after one reload, and opens once the script is back', async () => {
    await restoreScripts(page, context);
    await signInThroughApi(context, site, member);
    await removeScripts(context, 'payment-page');
    const pageLoads = countPageLoads(page);
    await page.goto(`/dashboard/payment/${id}`);
    await expect(loadError(page)).toBeFocused();
    expect(pageLoads()).toBe(2);
    await expect(page.getByRole('banner').getByRole('link', { name: 'DashBoard' })).toBeVisible();
    await expectAccessible(page);
    await context.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(pay(page)).toBeEnabled();
  });

  await test.step('a page whose connection returns while it is loaded again is loaded once more', async () => {
    await restoreScripts(page, context);
    const pageLoads = countPageLoads(page);
    await context.route('**/assets/payment-page-*.js', async (route) => {
      if (pageLoads() > 2) return route.continue();
      if (pageLoads() === 2) await page.evaluate(() => dispatchEvent(new Event('online')));
      return route.abort();
    });
    await page.goto(`/dashboard/payment/${id}`);
    await expect(pay(page)).toBeEnabled();
    expect(pageLoads()).toBe(3);
  });

  await test.step('a request that the new server rejects shows our own error text and keeps the typed text', async () => {
    await removeScripts(context, 'date-picker', 'sonner-toaster');
    await page.route('**/api/appointments?*', (route) =>
      route.fulfill({
        status: 404,
        json: { error: { code: 'not-found', message: 'There is no such call.' } },
      }),
    );
    await openForm(page);
    await fillForm(page);
    await submit(page);
    await expect(form(page).getByRole('alert')).toContainText('Not found.');
    await expect(form(page).locator('[name="center"]')).toHaveValue('Dhaka Medical College');
    await page.unroute('**/api/appointments?*');
  });

  await test.step('without the calendar and toasts a request succeeds and is confirmed in a dialog', async () => {
    await form(page).getByRole('button', { name: 'Choose the date in a calendar' }).click();
    const calendar = page.getByRole('dialog', { name: 'Choose a donation date' });
    await expect(calendar.getByRole('alert')).toContainText('enter the date');
    await expectAccessible(page);
    await calendar.getByRole('button', { name: 'Close' }).click();
    await form(page).locator('[name="date"]').fill(inDays(9));
    await submit(page);
    const confirmation = page.getByRole('alertdialog', { name: 'Blood Buddies' });
    await expect(confirmation).toContainText('SuccessFully Submitted');
    await expectAccessible(page);
    await confirmation.getByRole('button', { name: 'OK' }).click();
    await expect(confirmation).toHaveCount(0);
  });

  await test.step('a page whose script for waiting requests is missing reloads once, and shows them', async () => {
    await page.route('**/api/appointments?*', (route) => route.abort());
    await openForm(page);
    await fillForm(page, { date: inDays(12) });
    await submit(page);
    await expect(form(page).getByRole('status').last()).toContainText(
      'Your request is saved on this device.',
    );
    await restoreScripts(page, context);
    await removeScripts(context, 'offline-queue-prompt');
    const pageLoads = countPageLoads(page);
    await page.goto('/about');
    await expect.poll(pageLoads).toBe(2);
    await context.unrouteAll();
    await page.goto('about:blank');
    await page.goto('/about');
    await expect(page.getByRole('region', { name: 'Not sent yet' })).toBeVisible();
  });

  await test.step('a staff page whose script was canceled once loads automatically', async () => {
    await removeScripts(context, 'staff-pages');
    const pageLoads = countPageLoads(page);
    await page.goto('/staff/today');
    await expect.poll(pageLoads).toBe(2);
    await expect(loadError(page)).toBeVisible();
    await restoreScripts(page, context);
    await page.goto('/staff/today');
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(loadError(page)).toHaveCount(0);
  });
});
