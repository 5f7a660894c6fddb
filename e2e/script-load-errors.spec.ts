import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, fillForm, form, inDays, openForm, submit } from './support/appointments.ts';
import { pageLoads, removeFeatures } from './support/broken-browser.ts';
import { waitUntilHydrated } from './support/hydrated.ts';
import { sendSignIn, signInByCalls } from './support/member.ts';
import { pay } from './support/payment.ts';
import { expect, test } from './support/test.ts';

// What a browser says about a script that is not there, and React Router about a page's.
test.use({
  expectedErrors: [/status of 404|net::ERR|dynamically imported module|Error loading route module/],
});

const notAlive = (page: Page) => page.getByText('This page did not load completely');
const lostPage = (page: Page) => page.getByRole('heading', { name: 'The page did not load' });

async function clickInBar(page: Page, name: string): Promise<void> {
  const link = page.getByRole('banner').getByRole('link', { name, exact: true });
  await waitUntilHydrated(link);
  await link.click();
}

/** The scripts of the site are all there again, and the browser remembers none that was not. */
async function bringBack(page: Page, context: BrowserContext): Promise<void> {
  await context.unrouteAll();
  await page.goto('about:blank');
}

test('[LGN-05] [LND-00] [LND-05] [LND-08] [LND-10] a visitor: what does not come is said in its place, the rest stays, and every link leads on', async ({
  page,
  context,
  member,
}) => {
  await test.step('a page opened before the site was renewed leads on: the next one is loaded whole, once', async () => {
    await page.goto('/campaign');
    await removeFeatures(context, 'about-page');
    const loads = pageLoads(page);
    const mend = async (sent: { isNavigationRequest(): boolean }) => {
      if (sent.isNavigationRequest()) await context.unrouteAll();
    };
    page.on('request', mend);
    await clickInBar(page, 'About Us');
    await expect(page.getByRole('heading', { name: 'This is about us' })).toBeVisible();
    await expect(page).toHaveURL('/about');
    expect(loads()).toBe(1);
    page.off('request', mend);
  });

  for (const path of ['/login', '/dashboard/appointments'])
    await test.step(`${path} says that it is not alive, and comes alive when it is loaded again`, async () => {
      await bringBack(page, context);
      await removeFeatures(context, 'entry.client');
      await page.goto(path);
      await expect(notAlive(page)).toBeVisible();
      await expectAccessible(page);
      await context.unrouteAll();
      await page.getByRole('link', { name: 'Load it again' }).click();
      await expect(page.locator('[name="email"]')).toBeVisible();
      await waitUntilHydrated(page.locator('[name="email"]'));
      await expect(notAlive(page)).toBeHidden();
    });

  await test.step('without its own script the landing page stays to be read, and every link leads on', async () => {
    await bringBack(page, context);
    await removeFeatures(context, 'sections');
    await page.goto('/');
    await expect(notAlive(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Our Campaigns' })).toBeVisible();
    await expectAccessible(page);
    await clickInBar(page, 'Contact');
    await expect(page.getByText('This is for contact')).toBeVisible();
    await expect(notAlive(page)).toBeHidden();
  });

  await test.step('what is missing of a page is told in its place, the rest of it stays', async () => {
    await bringBack(page, context);
    await removeFeatures(context, 'appointment-form', 'preview-wall', 'opinion-carousel', 'carousel-engine');
    await page.goto('/');
    await expect(page.getByText('This part of the page did not load')).toHaveCount(3);
    await expect(page.getByRole('heading', { name: 'Our Campaigns' })).toBeVisible();
    await expectAccessible(page);
    await context.unrouteAll();
    await page.getByRole('button', { name: 'Load the page again' }).last().click();
    await form(page).scrollIntoViewIfNeeded();
    await expect(form(page).locator('[name="name"]')).toBeVisible();
  });

  await test.step('without a connection the sign-in and a page that was not loaded yet say so, and go on with it', async () => {
    await page.goto('/login');
    await waitUntilHydrated(page.getByRole('banner').getByRole('link', { name: 'Blogs' }));
    await context.setOffline(true);
    await sendSignIn(page, member);
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Check your connection');
    await context.setOffline(false);
    await sendSignIn(page, member);
    await expect(page).toHaveURL('/');

    await context.setOffline(true);
    await clickInBar(page, 'Blogs');
    await expect(lostPage(page)).toBeFocused();
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(page.getByText('This is blogs').first()).toBeVisible();
  });
});

test('[PAY-01] [APF-02] [APF-04] [APF-05] [LGN-05] a member: a page, the calendar, toasts, the sign-in or the card form that do not come are said, and nothing typed is lost', async ({
  page,
  context,
  site,
  member,
  request,
}) => {
  const id = await addAppointment(request, member);

  await test.step('signing in says what to do, and so does the card form, which opens once it is there', async () => {
    await removeFeatures(context, 'client', 'sandbox-cards');
    await page.goto(`/dashboard/payment/${id}`);
    await sendSignIn(page, member);
    const told = page.getByRole('alert').filter({ hasText: 'load the page again' });
    await expect(told).toBeVisible();
    await context.unroute('**/assets/client-*.js');
    await page.reload();
    await sendSignIn(page, member);
    await expect(page).toHaveURL(new RegExp(id));
    await expect(told).toContainText('The card form could not be opened.');
    await expectAccessible(page);
    await context.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(pay(page)).toBeEnabled();
  });

  await test.step('a page that stays away says so, is not loaded again and again, and opens once it is back', async () => {
    await bringBack(page, context);
    await signInByCalls(context, site, member);
    await removeFeatures(context, 'payment-page');
    const loads = pageLoads(page);
    await page.goto(`/dashboard/payment/${id}`);
    await expect(lostPage(page)).toBeFocused();
    expect(loads()).toBe(2);
    await expect(page.getByRole('banner').getByRole('link', { name: 'DashBoard' })).toBeVisible();
    await expectAccessible(page);
    await context.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(pay(page)).toBeEnabled();
  });

  await test.step('its calls to a new server are answered in words, and nothing typed is lost', async () => {
    await removeFeatures(context, 'calendar', 'sonner-shelf');
    await page.route('**/api/appointments?*', (route) =>
      route.fulfill({
        status: 404,
        json: { error: { code: 'not-found', message: 'There is no such call.' } },
      }),
    );
    await openForm(page);
    await fillForm(page);
    await submit(page);
    await expect(form(page).getByRole('alert')).toContainText('There is no such call.');
    await expect(form(page).locator('[name="center"]')).toHaveValue('Dhaka Medical College');
    await page.unroute('**/api/appointments?*');
  });

  await test.step('without the calendar and without toasts a request is made, and its success told', async () => {
    await form(page).getByRole('button', { name: 'Choose the date in a calendar' }).click();
    const calendar = page.getByRole('dialog', { name: 'Choose a donation date' });
    await expect(calendar.getByRole('alert')).toContainText('type the date');
    await expectAccessible(page);
    await calendar.getByRole('button', { name: 'Close' }).click();
    await form(page).locator('[name="date"]').fill(inDays(9));
    await submit(page);
    const told = page.getByRole('alertdialog', { name: 'Blood Buddies' });
    await expect(told).toContainText('SuccessFully Submitted');
    await expectAccessible(page);
    await told.getByRole('button', { name: 'OK' }).click();
    await expect(told).toHaveCount(0);
  });
});
