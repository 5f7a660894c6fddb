import type { Page } from '@playwright/test';
import {
  addAppointment,
  fillForm,
  form,
  inDays,
  openForm,
  scrollToForm,
  submit,
  weekdayInDays,
} from './support/appointments.ts';
import { type Member, registerMember, signIn, submitSignIn } from './support/member.ts';
import { waitUntilHydrated, waitUntilIdle } from './support/navigation.ts';
import {
  confirmUrl,
  delayResponse,
  fillCard,
  goodCard,
  openPayment,
  pay,
  receipt,
} from './support/payment.ts';
import { openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';

const center = (page: Page) => form(page).locator('[name="center"]');
/** The page may be about to load again. Its new document needs its own scroll to show the form. */
const expectEmptyForm = (page: Page) =>
  expect(async () => {
    await page.locator('#request-appointment').scrollIntoViewIfNeeded();
    for (const name of ['name', 'phone', 'center', 'opinion'])
      await expect(form(page).locator(`[name="${name}"]`)).toHaveValue('', { timeout: 1000 });
  }).toPass({ timeout: 30_000 });
/**
 * Opens the appointments and waits until no request is pending, because a sign-out in another tab would
 * reject it.
 */
async function openAppointments(page: Page): Promise<void> {
  await Promise.all([page.waitForResponse('**/api/waiting-list'), page.goto('/dashboard/appointments')]);
  await page.waitForLoadState('networkidle');
}
const logOut = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();

test('[APT-03] [APF-04] [LND-11] [OUT-01] [APT-01] Back closes a dialog and restores the form; after a sign-out, no data shows, even in another tab', async ({
  page,
  context,
  signedIn,
  request,
}) => {
  await addAppointment(request, signedIn, { center: 'A place of the first' });

  await test.step('Back closes an open confirmation dialog', async () => {
    await page.goto('/dashboard/donors');
    await page
      .getByRole('navigation', { name: 'Dashboard' })
      .getByRole('link', { name: 'Appointments' })
      .click();
    await page.getByRole('table').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Are you sure?');
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Our Donors' })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await page.goForward();
    await expect(page.getByRole('table').getByRole('button', { name: 'Cancel' })).toBeEnabled();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  /**
   * Waits until /blogs is open. Otherwise React Router would save the scroll position of /blogs as that of
   * the previous page.
   */
  const waitUntilBlogsOpened = async () => {
    await expect(page).toHaveURL('/blogs');
    await expect(page.getByRole('heading', { name: 'This is blogs' })).toBeVisible();
    await waitUntilIdle(page);
  };

  for (const path of ['/', '/about', '/contact'])
    await test.step(`Back to ${path} returns to the same scroll position, even after a reload`, async () => {
      await page.goto(path);
      const blogs = page.getByRole('banner').getByRole('link', { name: 'Blogs' });
      await waitUntilHydrated(blogs);
      await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }));
      // Playwright's own click would scroll first.
      await blogs.dispatchEvent('click');
      await waitUntilBlogsOpened();
      await page.reload();
      await waitUntilHydrated(blogs);
      await page.goBack();
      await expect(page).toHaveURL(path);
      await expect.poll(() => page.evaluate(() => Math.round(scrollY)), path).toBe(700);
    });

  await test.step('Back before the scripts have loaded opens the earlier page, at the same scroll position', async () => {
    await page.goto('/about');
    const blogs = page.getByRole('banner').getByRole('link', { name: 'Blogs' });
    await waitUntilHydrated(blogs);
    await page.evaluate(() => scrollTo({ top: 700, behavior: 'instant' }));
    await blogs.dispatchEvent('click');
    await waitUntilBlogsOpened();
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/entry.client-*.js', async (route) => {
      await isReleased;
      await route.continue().catch(() => {});
    });
    const requested = page.waitForRequest('**/assets/entry.client-*.js');
    await page.reload({ waitUntil: 'commit' });
    await requested;
    const back = page.goBack();
    await expect(page.getByRole('heading', { name: 'This is about us' })).toBeAttached();
    release();
    await back;
    await waitUntilHydrated(blogs);
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(700);
    await page.unroute('**/assets/entry.client-*.js');
  });

  await test.step('Back restores a half-filled form, but not for another user', async () => {
    await openForm(page);
    await fillForm(page, { opinion: 'Kind people.' });
    const about = page.getByRole('banner').getByRole('link', { name: 'About Us' });
    await waitUntilHydrated(about);
    await about.click();
    await expect(page.getByRole('heading', { name: 'This is about us' })).toBeVisible();
    await page.goBack();
    await scrollToForm(page);
    await expect(center(page)).toHaveValue('Dhaka Medical College');
    // /robots.txt is a document without scripts, so the page is unloaded.
    await page.goto('/robots.txt');
    await page.goBack();
    await scrollToForm(page);
    await expect(center(page)).toHaveValue('Dhaka Medical College');
    await expect(form(page).locator('[name="opinion"]')).toHaveValue('Kind people.');
    await page.reload();
    await scrollToForm(page);
    await expect(form(page).locator('[name="opinion"]'), 'after a reload').toHaveValue('Kind people.');
    for (const language of ['বাংলা', 'English']) {
      await page.getByRole('banner').getByRole('link', { name: language }).click();
      await scrollToForm(page);
      await expect(form(page).locator('[name="opinion"]'), language).toHaveValue('Kind people.');
      await expect(center(page), language).toHaveValue('Dhaka Medical College');
    }
    // A new visit starts without the draft, and with the details of the last request.
    await openForm(page);
    await expect(form(page).locator('[name="date"]')).toHaveValue(inDays(0));
    await expect(center(page)).toHaveValue('A place of the first');
    await expect(form(page).locator('[name="opinion"]')).toHaveValue('');

    // Back from the payment page shows the request that was just made, unlike a new visit.
    await fillForm(page, { date: inDays(12) });
    await submit(page);
    const requested = page.getByRole('region', { name: `You have an appointment ${weekdayInDays(12)}` });
    await requested.getByRole('link', { name: 'Pay $5' }).click();
    await expect(page.locator('[name="cardNumber"]')).toBeVisible();
    await page.goBack();
    await expect(requested).toBeInViewport();
    await expect(requested).not.toBeFocused();
    await page.reload();
    await scrollToForm(page);
    await expect(requested).toBeVisible();
    await page.goto('/about');
    await openForm(page);
    await expect(center(page)).toHaveValue('Dhaka Medical College');
    await expect(requested).toHaveCount(0);

    await fillForm(page);
    await logOut(page);
    await expect(page).toHaveURL('/login');
    await page.goBack();
    await scrollToForm(page);
    await expect(center(page)).toHaveValue('');
  });

  await test.step('text that a visitor has typed is there after signing in with the link of the top bar', async () => {
    await openForm(page);
    await fillForm(page, { center: 'Typed by a visitor' });
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await submitSignIn(page, signedIn);
    await expect(center(page)).toHaveValue('Typed by a visitor');
    await expect(form(page)).toContainText('You are signed in. Check your request and tap Submit.');
    await logOut(page);
    await expect(page).toHaveURL('/login');
  });

  const other = await context.newPage();
  await signIn(other, signedIn);
  await test.step('a page restored from the back/forward cache shows no data of a user who signed out', async () => {
    // Simulates the back/forward cache, which this Chromium lacks: timers and storage events do not run in a
    // cached page.
    await page.addInitScript(() => {
      const isFrozen = () => 'frozen' in window;
      const { setInterval } = window;
      window.setInterval = ((callback: () => void, every: number) =>
        setInterval(() => isFrozen() || callback(), every)) as typeof setInterval;
      addEventListener('storage', (event) => isFrozen() && event.stopImmediatePropagation(), true);
    });
    await openAppointments(page);
    await expect(page.getByRole('cell', { name: 'A place of the first' })).toBeVisible();
    await page.evaluate(() => void Object.assign(window, { frozen: true }));
    await other.goto('/');
    await logOut(other);
    await expect(other).toHaveURL('/login');
    await expect(page.getByRole('cell', { name: 'A place of the first' })).toBeVisible();
    await page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('A place of the first')).toHaveCount(0);
  });

  await signIn(other, signedIn);
  await test.step('after another account signs in in another tab, this tab shows only the data of that account', async () => {
    const second = await registerMember(request);
    await addAppointment(request, second, { center: 'A place of the second' });
    await openAppointments(page);
    await expect(page.getByRole('cell', { name: 'A place of the first' })).toBeVisible();
    await page.getByRole('table').getByRole('button', { name: 'Cancel' }).first().click();
    await expect(page.getByRole('alertdialog')).toContainText('A place of the first');
    await other.goto('/');
    await logOut(other);
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('alertdialog'), 'a question to the first').toHaveCount(0);
    await signIn(other, second);
    await expect(page).not.toHaveURL('/login');
    await page.getByRole('banner').getByRole('link', { name: 'DashBoard' }).click();
    await expect(page.getByRole('cell', { name: 'A place of the second' })).toBeVisible();
    await expect(page.getByText('A place of the first')).toHaveCount(0);
  });

  await test.step('text that the user typed is gone when they sign out in another tab', async () => {
    await openForm(page);
    await fillForm(page, { center: 'A place of the second', opinion: 'Of the second.' });
    await logOut(other);
    await expectEmptyForm(page);
  });
});

test.describe('two tabs at the same time', () => {
  test.use({ expectedErrors: [/status of (400|402|404|409)/] });

  test('[APT-03] [PAY-03] two tabs that pay charge once and both show it; a payment wins over a simultaneous cancellation', async ({
    page,
    context,
    signedIn,
    request,
  }) => {
    const id = await addAppointment(request, signedIn);
    const charged: number[] = [];
    context.on('response', (response) => {
      if (response.url().endsWith('/confirm') && response.ok()) charged.push(response.status());
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
    await second.getByRole('table').getByRole('button', { name: 'Cancel' }).click();
    // The card is charged, but this page has not received the response yet.
    const { responded, release } = await delayResponse(page, confirmUrl);
    await fillCard(page, goodCard);
    await pay(page).click();
    await responded;
    await second.getByRole('button', { name: 'Yes' }).click();
    await expect(second.getByText('already paid')).toBeVisible();
    release();
    await expect(receipt(page)).toBeVisible();
  });
});

test.describe('a session that has ended on the server', () => {
  test.use({ expectedErrors: [/status of (400|403)|net::ERR/] });

  test('[APF-04] [API-12] loses nothing of the form, including the details of the last request', async ({
    page,
    signedIn,
    request,
    site,
  }) => {
    await addAppointment(request, signedIn);
    await openForm(page);
    await expect(form(page)).toContainText('Filled in from last time.');
    const date = form(page).locator('[name="date"]');
    await date.fill(inDays(9));
    const fields = () =>
      form(page).evaluate((element) => Object.fromEntries(new FormData(element as HTMLFormElement)));
    const before = await fields();
    expect(before).toMatchObject({ phone: '01712345678', center: 'Dhaka', bloodGroup: 'B+' });

    using database = openDatabase(site.dataDir);
    database.exec('update sessions set revoked_at = 1; update identity_session set ended_at = 1;');
    await submit(page);
    await expect(page.getByRole('alertdialog')).toContainText('You Have To Be Logged In To Proceed');
    expect(await fields()).toEqual(before);
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await submitSignIn(page, signedIn);
    await expect(date).toHaveValue(inDays(9));
    expect(await fields()).toEqual(before);

    const other = await page.context().newPage();
    const signInAfterExpiry = async (member: Member) => {
      database.exec('update sessions set revoked_at = 1; update identity_session set ended_at = 1;');
      await other.goto('/dashboard/appointments');
      await expect(other).toHaveURL(/\/login$/);
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
      expect(await fields()).toEqual(before);
      await submitSignIn(other, member);
      await expect(other).toHaveURL(/\/dashboard\/appointments$/);
    };
    const waiting = other.getByRole('article', { name: 'Not sent yet' });
    // There is no response, so the request waits on the device.
    await page.route('**/api/appointments?*', (route) => route.abort());
    await submit(page);
    await expect(form(page)).toContainText('Your request is saved on this device.');

    // The session ends, which the other tab notices first.
    await signInAfterExpiry(signedIn);
    await expect(waiting).toContainText(inDays(9));
    // This page loads again, and restores the form for its own user only.
    await scrollToForm(page);
    await expect.poll(fields).toEqual(before);

    // Another user must neither see nor send the request.
    await signInAfterExpiry(await registerMember(request));
    await expect(other.getByRole('heading', { level: 1 })).toContainText('Your Appointments');
    await expect(waiting).toHaveCount(0);
    await expectEmptyForm(page);
    await page.goto('/about');
    await page.goBack();
    await scrollToForm(page);
    // When this link is visible, the form knows its user.
    await expect(page.getByRole('banner').getByRole('link', { name: 'DashBoard' })).toBeVisible();
    await expectEmptyForm(page);
  });
});
