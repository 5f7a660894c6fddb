import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { emailedLink } from './support/outbox.ts';
import { expect, test } from './support/test.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const email = (page: Page) => main(page).locator('input[name="email"]');
const alert = (page: Page) => main(page).getByRole('alert').filter({ hasText: /\w/ });
const usedLinkHeading = (page: Page) => page.getByRole('heading', { name: 'This link no longer works' });

/** Requests a sign-in link on the login page, to which the guarded page `from` redirects. */
async function requestLink(page: Page, address: string, from = '/login'): Promise<void> {
  await page.goto(from);
  await expect(page).toHaveURL(/\/login$/);
  await page.getByText('Forget Password ?').click();
  await email(page).fill(address);
  await button(page, 'Email me a link that signs me in').click();
}

const sent = (page: Page, address: string) =>
  expect(main(page).getByRole('status').filter({ hasText: /\w/ })).toHaveText(
    `We sent a sign-in link to ${address}. It works once. The email says how long it is valid. Check your spam folder.`,
  );

// Chromium logs an error for lost responses and for the 400 response to a used link.
test.use({ expectedErrors: [/status of 400|net::ERR/] });

test('[IDP-02] [IDP-16] [LGN-03] [LGN-04] a new visitor signs in with the emailed link and continues to the requested page', async ({
  page,
  site,
}) => {
  const address = `stranger-${randomUUID()}@example.org`;

  await test.step('a lost response shows an error and keeps the address, and the next try succeeds', async () => {
    await page.route('**/accounts:sendOobCode?*', (route) => route.abort('connectionreset'));
    await requestLink(page, address, '/dashboard/gallery?sort=new#top');
    await expect(alert(page)).toContainText(/connection/i);
    await expect(email(page)).toHaveValue(address);
    await page.unroute('**/accounts:sendOobCode?*');
    await button(page, 'Email me a link that signs me in').click();
    await sent(page, address);
    await expectAccessible(page);

    await page.route('**/accounts:signInWithEmailLink?*', (route) => route.abort('connectionreset'));
    await page.goto(await emailedLink(site.dataDir, address, 'signIn'));
    await expect(alert(page)).toContainText(/connection/i);
    await expect(email(page)).toHaveValue(address);
    await page.unroute('**/accounts:signInWithEmailLink?*');
    await button(page, 'Sign in').click();
  });

  await test.step('the link creates an account, which is greeted by the name in the address', async () => {
    await expect(page).toHaveURL(/\/dashboard\/gallery\?sort=new#top$/);
    await expect(page.getByText('User Created Successfully')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('accessJwtToken'))).toMatch(
      /^[\w-]+\.[\w-]+\.[\w-]+$/,
    );
    await page.goto('/dashboard/appointments');
    const name = address.split('@')[0];
    await expect(page.getByRole('heading', { name: `hello ${name} , Your Appointments` })).toBeVisible();
  });
});

test('[IDP-02] a link that cannot sign in shows the next step', async ({ page, browser, member, site }) => {
  const dashboard = (on: Page) => on.getByRole('banner').getByRole('link', { name: 'DashBoard' });
  await requestLink(page, member.email);
  await sent(page, member.email);
  const link = await emailedLink(site.dataDir, member.email, 'signIn');

  await test.step('on another device the link asks for the address', async () => {
    const phone = await (await browser.newContext({ baseURL: site.url })).newPage();
    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: 'Sign in with your link' })).toBeVisible();
    await expect(email(phone)).toBeFocused();
    await expectAccessible(phone);
    await button(phone, 'Sign in').click();
    await expect(main(phone)).toContainText('Email Is required');
    await email(phone).fill('other@example.org');
    await button(phone, 'Sign in').click();
    await expect(alert(phone)).toHaveText('The link was sent to a different address.');
    await expect(email(phone)).toHaveValue('other@example.org');
    await expectAccessible(phone);
    await email(phone).fill(member.email);
    await email(phone).press('Enter');
    await expect(phone).toHaveURL(/\/$/);
    await expect(dashboard(phone)).toBeVisible();

    await phone.goto(link);
    await email(phone).fill(member.email);
    await button(phone, 'Sign in').click();
    await expect(phone.getByRole('heading', { name: 'You are signed in' })).toBeFocused();
    await expectAccessible(phone);
    await phone.context().close();
  });

  await test.step('a used link offers a new one, and an existing member is not welcomed as a new user', async () => {
    await page.goto(link);
    await expect(usedLinkHeading(page)).toBeFocused();
    await expectAccessible(page);
    await button(page, 'Send a new link').click();
    await expect(main(page).getByRole('status')).toHaveText(`We sent a new link to ${member.email}.`);
    await expect.poll(() => emailedLink(site.dataDir, member.email, 'signIn')).not.toBe(link);
    await page.goto(await emailedLink(site.dataDir, member.email, 'signIn'));
    await expect(page).toHaveURL(/\/$/);
    await expect(dashboard(page)).toBeVisible();
    await expect(page.getByText('User Created Successfully')).toHaveCount(0);
  });
});
