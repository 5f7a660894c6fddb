import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, fillForm, form, inDays, openForm, submit } from './support/appointments.ts';
import {
  breakFetch,
  brokenFetches,
  hostileStores,
  restoreFetch,
  translate,
} from './support/broken-browser.ts';
import { waitUntilHydrated } from './support/hydrated.ts';
import { sendSignIn, signIn, signInByCalls } from './support/member.ts';
import { goodCard, pay, payWith, success } from './support/payment.ts';
import { expect, test } from './support/test.ts';

const toAppointments = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'DashBoard' }).click();
const greeting = (page: Page) => page.getByRole('heading', { name: /Your Appointments/ });
const alertInMain = (page: Page) => page.getByRole('main').getByRole('alert').first();

test.describe('a browser that keeps nothing', () => {
  // The router cannot keep scroll positions, says so and goes on.
  test.use({ expectedErrors: [/SecurityError: Forbidden|reading '(get|remove)Item'/] });

  test('[IDP-11] a person signs in, requests and sees their appointments all the same', async ({
    context,
    member,
  }) => {
    /** As for somebody who has not been here before. */
    const openNew = async () => {
      await context.setStorageState({ cookies: [], origins: [] });
      return await context.newPage();
    };
    for (const [name, act] of Object.entries(hostileStores))
      await test.step(`where ${name}`, async () => {
        const page = await openNew();
        await page.addInitScript(act);
        await signIn(page, member);
        await toAppointments(page);
        await expect(greeting(page)).toBeVisible();
        await page.close();
      });

    await test.step('where there is no access to the stores: requests, too', async () => {
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
      await form(page).scrollIntoViewIfNeeded();
      await fillForm(page, { date: inDays(8) });
      await submit(page);
      await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
      await toAppointments(page);
      await expect(page.getByRole('cell', { name: inDays(8) })).toBeVisible();
      await page.close();
    });

    await test.step('where cookies are blocked', async () => {
      const page = await openNew();
      const devTools = await context.newCDPSession(page);
      await devTools.send('Emulation.setDocumentCookieDisabled', { disabled: true });
      await page.route('**/*', async (route) => {
        const answer = await route.fetch({ maxRedirects: 0 });
        const { 'set-cookie': _, ...headers } = answer.headers();
        await route.fulfill({ response: answer, headers });
      });
      await signIn(page, member);
      await toAppointments(page);
      await expect(greeting(page)).toBeVisible();
      // What is still on its way is no longer anybody's once the page is closed.
      await page.unrouteAll({ behavior: 'wait' });
    });
  });
});

test.describe('a member who is known', () => {
  test.use({ expectedErrors: [/status of 401/] });

  test('[GRD-02] [LGN-05] stays so where IndexedDB is slow and where an extension breaks fetch, is told, and goes on', async ({
    context,
    site,
    member,
  }) => {
    await signInByCalls(context, site, member);
    await test.step('IndexedDB is slow', async () => {
      const page = await context.newPage();
      await page.addInitScript(() => {
        const { open } = IDBFactory.prototype;
        IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
        const answerAgain = () => {
          IDBFactory.prototype.open = open;
        };
        Object.assign(window, { answerAgain });
      });
      await page.goto('/dashboard/appointments');
      await expect(alertInMain(page)).toContainText('Your browser is slow to load your session');
      await page.evaluate(() => (window as unknown as { answerAgain(): void }).answerAgain());
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(greeting(page)).toBeVisible();
      await page.close();
    });

    await context.clock.install();
    for (const [name, broken] of Object.entries(brokenFetches))
      await test.step(`a fetch ${name}`, async () => {
        const page = await context.newPage();
        await breakFetch(page, broken);
        await page.goto('/dashboard/appointments');
        const told = page.getByRole('heading', { name: 'We could not sign you in' });
        await expect(async () => {
          await page.clock.runFor(40_000);
          await expect(told).toBeVisible({ timeout: 100 });
        }).toPass();
        await expect(alertInMain(page)).toContainText('We could not reach the server');
        await expect(page).toHaveURL('/dashboard/appointments');
        if (name === 'that throws') await expectAccessible(page);
        await restoreFetch(page);
        await page.getByRole('button', { name: 'Try again' }).click();
        await expect(greeting(page)).toBeVisible();
        await page.close();
      });

    await test.step('an extension that strips headers: the form says where to look', async () => {
      await context.setStorageState({ cookies: [], origins: [] });
      const page = await context.newPage();
      await page.addInitScript(() => {
        const { fetch } = window;
        window.fetch = (address, { headers, ...rest } = {}) => {
          const left = new Headers(headers);
          left.delete('Authorization');
          return fetch(address, { ...rest, headers: left });
        };
      });
      await page.goto('/login');
      await sendSignIn(page, member);
      await expect(alertInMain(page)).toContainText('turn it off for this site');
      await expect(page.locator('[name="email"]')).toHaveValue(member.email);
      await expectAccessible(page);
    });
  });
});

test.describe('a page that the browser translates', () => {
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
      await page.evaluate(translate);
    };
    await open('/login');
    await sendSignIn(page, { ...member, password: 'not this one' });
    await expect(alertInMain(page)).toHaveText(/^\[.+\]$/);
    await sendSignIn(page, member);
    await expect(page).toHaveURL('/');
    await form(page).scrollIntoViewIfNeeded();
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

    await page.locator(`main a[href="/dashboard/payment/${id}"]`).click();
    await page.locator('[name="cardNumber"]').fill(goodCard);
    await page.locator('[name="cardExpiry"]').fill('12 / 40');
    await page.locator('[name="cardCvc"]').fill('123');
    await page.locator('main form button[type="submit"]').click();
    await expect(page.getByRole('alertdialog')).toContainText('[Payment Successful]');
  });
});

test('[APF-05] [PAY-03] a line of 1.5 seconds: what is under way is shown, and no press counts twice', async ({
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
  const times = (part: string) => posted.filter((path) => path.includes(part)).length;
  await openForm(page);
  await fillForm(page, { date: inDays(7) });
  const devTools = await context.newCDPSession(page);
  const slow3G = { offline: false, latency: 1500, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  const quick = { ...slow3G, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await devTools.send('Network.emulateNetworkConditions', slow3G);
  const button = form(page).getByRole('button', { name: 'Submit', exact: true });
  await button.dblclick();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await form(page).locator('[name="name"]').press('Enter');
  await expect(button).not.toHaveAttribute('aria-busy', 'true');
  expect(times('/api/appointments')).toBe(1);

  const onTheWay = page.getByRole('progressbar', { name: 'Loading the page' });
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click();
  await expect(onTheWay).toBeVisible();
  await expect(page.getByText('This is blogs').first()).toBeVisible();
  await devTools.send('Network.emulateNetworkConditions', quick);

  await page.goto(`/dashboard/payment/${id}`);
  await expect(pay(page)).toBeEnabled();
  await devTools.send('Network.emulateNetworkConditions', slow3G);
  await payWith(page, goodCard);
  await expect(pay(page)).toHaveAttribute('aria-busy', 'true');
  await page.locator('[name="cardCvc"]').press('Enter');
  await devTools.send('Network.emulateNetworkConditions', quick);
  await expect(success(page)).toBeVisible();
  expect(times('/confirm')).toBe(1);
});
