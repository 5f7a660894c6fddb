import type { Page } from '@playwright/test';
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
import {
  breakFetch,
  brokenFetches,
  brokenStorage,
  restoreFetch,
  translatePage,
} from './support/broken-browser.ts';
import { replaceStorage, signIn, signInThroughApi, submitSignIn } from './support/member.ts';
import { waitUntilHydrated } from './support/navigation.ts';
import { goodCard, pay, payWith, success } from './support/payment.ts';
import { expect, test } from './support/test.ts';

const toAppointments = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'DashBoard' }).click();
const greeting = (page: Page) => page.getByRole('heading', { name: /Your Appointments/ });
const alertInMain = (page: Page) => page.getByRole('main').getByRole('alert').first();

test.describe('a browser without working storage', () => {
  // React Router logs that it cannot save scroll positions, and continues.
  test.use({ expectedErrors: [/SecurityError: Forbidden|reading '(get|remove)Item'/] });

  test('[IDP-11] a user can sign in, request an appointment and see the list', async ({
    context,
    member,
  }) => {
    /** Opens a page without stored data, as for a new visitor. */
    const openNew = async () => {
      await replaceStorage(context);
      return await context.newPage();
    };
    for (const [name, breakStorage] of Object.entries(brokenStorage))
      await test.step(`when ${name}`, async () => {
        const page = await openNew();
        await page.addInitScript(breakStorage);
        await signIn(page, member);
        await toAppointments(page);
        await expect(greeting(page)).toBeVisible();
        await page.close();
      });

    await test.step('when reading the storage properties throws: requesting an appointment still works', async () => {
      const page = await openNew();
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
      await scrollToForm(page);
      await fillForm(page, { date: inDays(8) });
      await submit(page);
      await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
      await toAppointments(page);
      await expect(page.getByRole('cell', { name: inDays(8) })).toBeVisible();
      await page.close();
    });

    await test.step('when cookies are blocked', async () => {
      const page = await openNew();
      const devTools = await context.newCDPSession(page);
      await devTools.send('Emulation.setDocumentCookieDisabled', { disabled: true });
      await page.route('**/*', async (route) => {
        const response = await route.fetch({ maxRedirects: 0 });
        const { 'set-cookie': _, ...headers } = response.headers();
        await route.fulfill({ response, headers });
      });
      await signIn(page, member);
      await toAppointments(page);
      await expect(greeting(page)).toBeVisible();
      // Pending routes would fail once the page closes.
      await page.unrouteAll({ behavior: 'wait' });
    });
  });
});

test.describe('a signed-in member', () => {
  test.use({ expectedErrors: [/status of 401/] });

  test('[GRD-02] [LGN-05] stays signed in when IndexedDB never responds or an extension breaks fetch, and can retry', async ({
    context,
    site,
    member,
  }) => {
    await signInThroughApi(context, site, member);
    await test.step('local storage holds the session, and IndexedDB never responds', async () => {
      const page = await context.newPage();
      await page.addInitScript(brokenStorage['IndexedDB never responds'] ?? '');
      await page.goto('/dashboard/appointments');
      await expect(greeting(page)).toBeVisible();
      await page.close();
    });

    await test.step('a tab whose session was in local storage follows a sign-in that IndexedDB stores', async () => {
      const [before, after] = [await context.newPage(), await context.newPage()];
      await before.goto('/dashboard/account');
      await before.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
      await expect(before).toHaveURL('/login');
      await signIn(after, member);
      // Wait until this tab has followed the sign-in to the home page, which would replace a page that is
      // still loading.
      await expect(before).toHaveURL('/');
      await toAppointments(before);
      await expect(greeting(before)).toBeVisible();
      await before.close();
      await after.close();
    });

    await test.step('while IndexedDB holds the session and does not respond: an error and Try again, or another sign-in', async () => {
      const page = await context.newPage();
      await page.addInitScript(() => {
        const { open } = IDBFactory.prototype;
        IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
        Object.assign(window, { restoreIndexedDb: () => Object.assign(IDBFactory.prototype, { open }) });
      });
      const tryAgain = page.getByRole('button', { name: 'Try again' });
      await page.goto('/dashboard/appointments');
      await expect(alertInMain(page)).toContainText('Signing you in is taking longer than usual');
      await expectAccessible(page);
      await tryAgain.click();
      await expect(tryAgain).toHaveCount(0);
      await expect(tryAgain).toBeVisible();
      await page.evaluate(() => (window as unknown as { restoreIndexedDb(): void }).restoreIndexedDb());
      await tryAgain.click();
      await expect(greeting(page)).toBeVisible();
      await page.reload();
      await expect(tryAgain).toBeVisible();
      await signIn(page, member);
      await toAppointments(page);
      await expect(greeting(page)).toBeVisible();
      await page.close();
    });

    await context.clock.install();
    for (const [name, broken] of Object.entries(brokenFetches))
      await test.step(`a fetch ${name}`, async () => {
        const page = await context.newPage();
        await breakFetch(page, broken);
        await page.goto('/dashboard/appointments');
        const notice = page.getByText("We can't reach the server.");
        const waitUntil = (check: () => Promise<void>) =>
          expect(async () => {
            await page.clock.runFor(40_000);
            await check();
          }).toPass();
        await waitUntil(() => expect(notice).toBeVisible({ timeout: 100 }));
        await expect(greeting(page)).toBeVisible();
        await expect(page).toHaveURL('/dashboard/appointments');
        if (name === 'that throws') await expectAccessible(page);
        await restoreFetch(page);
        await waitUntil(() => expect(notice).toBeHidden({ timeout: 100 }));
        await page.close();
      });

    await test.step('an extension that strips headers: the form explains the likely cause', async () => {
      await replaceStorage(context);
      const page = await context.newPage();
      await page.addInitScript(() => {
        const { fetch } = window;
        window.fetch = (address, { headers, ...rest } = {}) => {
          const remaining = new Headers(headers);
          remaining.delete('Authorization');
          return fetch(address, { ...rest, headers: remaining });
        };
      });
      await page.goto('/login');
      await submitSignIn(page, member);
      await expect(alertInMain(page)).toContainText('Turn off browser extensions for this site');
      await expect(page.locator('[name="email"]')).toHaveValue(member.email);
      await expectAccessible(page);
    });
  });
});

test.describe('a page translated by the browser', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('[LGN-05] [APF-05] [APT-03] [PAY-03] works from the sign-in to the receipt', async ({
    page,
    member,
    request,
  }) => {
    const id = await addAppointment(request, member);
    const open = async (path: string) => {
      await page.goto(path);
      await waitUntilHydrated(page.getByRole('banner').getByRole('link').first());
      await page.evaluate(translatePage);
    };
    await open('/login');
    await submitSignIn(page, { ...member, password: 'not this one' });
    await expect(alertInMain(page)).toHaveText(/^\[.+\]$/);
    await submitSignIn(page, member);
    await expect(page).toHaveURL('/');
    await scrollToForm(page);
    await fillForm(page, { name: 'ab', date: inDays(6) });
    await form(page).locator('button[type="submit"]').click();
    await expect(page.getByText('[Minimum Four Character]')).toBeVisible();
    await fillForm(page, { date: inDays(6) });
    await form(page).locator('button[type="submit"]').click();
    await expect(page.getByText('[SuccessFully Submitted]')).toBeVisible();

    await page.getByRole('banner').getByRole('link', { name: '[DashBoard]' }).click();
    await page
      .getByRole('row', { name: inDays(6) })
      .getByRole('button', { name: '[Cancel]' })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    await expect(page.getByRole('row', { name: inDays(6) })).toHaveCount(0);

    await page.locator(`main td a[href="/dashboard/payment/${id}"]`).click();
    await page.locator('[name="cardNumber"]').fill(goodCard);
    await page.locator('[name="cardExpiry"]').fill('12 / 40');
    await page.locator('[name="cardCvc"]').fill('123');
    await page.locator('main form button[type="submit"]').click();
    await expect(page.getByRole('alertdialog')).toContainText('[Payment Successful]');
  });
});

test('[APF-05] [PAY-03] a connection with 1.5 s latency: pages show progress, and repeated clicks submit once', async ({
  page,
  context,
  signedIn,
  request,
}) => {
  const id = await addAppointment(request, signedIn);
  const posted: string[] = [];
  context.on('request', (sent) => {
    if (sent.method() === 'POST') posted.push(new URL(sent.url()).pathname);
  });
  const countPosts = (urlPart: string) => posted.filter((path) => path.includes(urlPart)).length;
  await openForm(page);
  await fillForm(page, { date: inDays(7) });
  const devTools = await context.newCDPSession(page);
  const slow3G = { offline: false, latency: 1500, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  const fullSpeed = { ...slow3G, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await devTools.send('Network.emulateNetworkConditions', slow3G);
  const button = form(page).getByRole('button', { name: 'Submit', exact: true });
  await button.dblclick();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await form(page).locator('[name="name"]').press('Enter');
  await expect(button).not.toHaveAttribute('aria-busy', 'true');
  expect(countPosts('/api/appointments')).toBe(1);

  const progress = page.getByRole('progressbar', { name: 'Loading the page' });
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click();
  await expect(progress).toBeVisible();
  await expect(page.getByText('This is blogs').first()).toBeVisible();
  await devTools.send('Network.emulateNetworkConditions', fullSpeed);

  await page.goto(`/dashboard/payment/${id}`);
  await expect(pay(page)).toBeEnabled();
  await devTools.send('Network.emulateNetworkConditions', slow3G);
  await payWith(page, goodCard);
  await expect(pay(page)).toHaveAttribute('aria-busy', 'true');
  await page.locator('[name="cardCvc"]').press('Enter');
  await devTools.send('Network.emulateNetworkConditions', fullSpeed);
  await expect(success(page)).toBeVisible();
  expect(countPosts('/confirm')).toBe(1);
});
