import type { Page } from '@playwright/test';
import { addAppointment, fillForm, form, inDays, openForm } from './support/appointments.ts';
import { waitUntilHydrated } from './support/hydrated.ts';
import { registerMember, signIn } from './support/member.ts';
import {
  confirmation,
  delayResponse,
  fillCard,
  goodCard,
  openPayment,
  pay,
  receipt,
} from './support/payment.ts';
import { expect, test } from './support/test.ts';

const center = (page: Page) => form(page).locator('[name="center"]');
const logOut = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();

test('[APT-03] [APF-04] [LND-11] [OUT-01] [APT-01] Back takes a question with it and finds a form filled; nothing of who has signed out shows, on a page kept for Back or in another tab', async ({
  page,
  context,
  signedIn,
  request,
}) => {
  await addAppointment(request, signedIn, { center: 'A place of the first' });

  await test.step('a question goes with Back, unanswered', async () => {
    await page.goto('/dashboard/donors');
    await page
      .getByRole('navigation', { name: 'Dashboard' })
      .getByRole('link', { name: 'Appointments' })
      .click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Are you sure?');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Our Donors' })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await page.goForward();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeEnabled();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  await test.step('a form that was left half-way is found filled, and by nobody else', async () => {
    await openForm(page);
    await fillForm(page, { opinion: 'Kind people.' });
    const about = page.getByRole('banner').getByRole('link', { name: 'About Us' });
    await waitUntilHydrated(about);
    await about.click();
    await expect(page.getByRole('heading', { name: 'This is about us' })).toBeVisible();
    await page.goBack();
    await form(page).scrollIntoViewIfNeeded();
    await expect(center(page)).toHaveValue('Dhaka Medical College');
    // Away from the site altogether, and back.
    await page.goto('/robots.txt');
    await page.goBack();
    await form(page).scrollIntoViewIfNeeded();
    await expect(center(page)).toHaveValue('Dhaka Medical College');
    await expect(form(page).locator('[name="opinion"]')).toHaveValue('Kind people.');
    // Opened anew it is a new form.
    await openForm(page);
    await expect(form(page).locator('[name="date"]')).toHaveValue(inDays(0));
    await expect(center(page)).toHaveValue('');
    await fillForm(page);
    await logOut(page);
    await expect(page).toHaveURL('/login');
    await page.goBack();
    await form(page).scrollIntoViewIfNeeded();
    await expect(center(page)).toHaveValue('');
  });

  const other = await context.newPage();
  await signIn(other, signedIn);
  await test.step('a page that the browser has kept for Back shows nothing of who has signed out meanwhile', async () => {
    // As while a browser keeps a page: nothing is heard there, nothing runs. This Chromium keeps none itself.
    await page.addInitScript(() => {
      const isKept = () => 'kept' in window;
      const { setInterval } = window;
      window.setInterval = ((act: () => void, every: number) =>
        setInterval(() => isKept() || act(), every)) as typeof setInterval;
      addEventListener('storage', (event) => isKept() && event.stopImmediatePropagation(), true);
    });
    await page.goto('/dashboard/appointments');
    await expect(page.getByText('A place of the first')).toBeVisible();
    await page.evaluate(() => void Object.assign(window, { kept: true }));
    await other.goto('/');
    await logOut(other);
    await expect(other).toHaveURL('/login');
    await expect(page.getByText('A place of the first')).toBeVisible();
    await page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('A place of the first')).toHaveCount(0);
  });

  await signIn(other, signedIn);
  await test.step('another account in another tab: this one shows nothing of the first, then all of the second', async () => {
    const second = await registerMember(request);
    await addAppointment(request, second, { center: 'A place of the second' });
    await page.goto('/dashboard/appointments');
    await expect(page.getByText('A place of the first')).toBeVisible();
    await other.goto('/');
    await logOut(other);
    await expect(page).toHaveURL('/login');
    await signIn(other, second);
    await expect(page).not.toHaveURL('/login');
    await page.getByRole('banner').getByRole('link', { name: 'DashBoard' }).click();
    await expect(page.getByText('A place of the second')).toBeVisible();
    await expect(page.getByText('A place of the first')).toHaveCount(0);
  });
});

test.describe('two tabs at once', () => {
  test.use({ expectedErrors: [/status of (400|402|404|409)/] });

  test('[APT-03] [PAY-03] both pay: it is charged once, and both say so; one pays while the other cancels: it is paid', async ({
    page,
    context,
    signedIn,
    request,
  }) => {
    const id = await addAppointment(request, signedIn);
    const charged: number[] = [];
    context.on('response', (answer) => {
      if (answer.url().endsWith('/confirm') && answer.ok()) charged.push(answer.status());
    });
    const second = await context.newPage();
    for (const tab of [page, second]) {
      await openPayment(tab, id);
      await fillCard(tab, goodCard);
    }
    await Promise.all([page, second].map((tab) => pay(tab).click()));
    for (const tab of [page, second]) {
      await expect(
        receipt(tab)
          .or(tab.getByText('Paid', { exact: true }))
          .first(),
      ).toBeVisible();
    }
    expect(charged).toHaveLength(1);

    const another = await addAppointment(request, signedIn, { date: inDays(9) });
    await openPayment(page, another);
    await second.goto('/dashboard/appointments');
    await second.getByRole('button', { name: 'Cancel' }).click();
    // The card is charged; this page has not heard of it yet.
    const { reached, letGo } = await delayResponse(page, confirmation);
    await fillCard(page, goodCard);
    await pay(page).click();
    await reached;
    await second.getByRole('button', { name: 'Yes' }).click();
    await expect(second.getByText('already paid')).toBeVisible();
    letGo();
    await expect(receipt(page)).toBeVisible();
  });
});
