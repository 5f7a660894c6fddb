import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { signIn } from './support/member.ts';
import { moveMouse, waitUntilHydrated } from './support/navigation.ts';
import { emailedLink } from './support/outbox.ts';
import { expect, test } from './support/test.ts';

const main = (page: Page) => page.getByRole('main');
const banner = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name });
const submit = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const alert = (page: Page) => main(page).getByRole('alert').filter({ hasText: /\w/ });
const accessToken = (page: Page) => page.evaluate(() => localStorage.getItem('accessJwtToken'));

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.locator(`input[name="${name}"]`).fill(value);
}

/** Signs out with the link, expects that the access token stops working, and returns it. */
async function signOut(
  page: Page,
  request: APIRequestContext,
  email: string,
  link = banner(page, 'Log out'),
) {
  const token = await accessToken(page);
  const revoked = page.waitForResponse((response) => response.url().endsWith('/api/session'));
  await link.click();
  await expect(page).toHaveURL(/\/login$/);
  expect((await revoked).status()).toBe(204);
  const headers = { Authorization: `Bearer ${token}` };
  const listResponse = await request.get(`/api/appointments?email=${encodeURIComponent(email)}`, { headers });
  expect(listResponse.status()).toBe(403);
  return token;
}

const countEmailsTo = (dataDir: string, address: string): number =>
  readdirSync(join(dataDir, 'outbox'))
    .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
    .filter((name) => readFileSync(join(dataDir, 'outbox', name), 'utf8').includes(address)).length;

// Chromium logs errors of the identity provider and the product server, and a lost response.
test.use({ expectedErrors: [/status of (400|403)|net::ERR/] });

test('[GRD-04] the footer stays out of view until the page after sign-in has loaded', async ({
  page,
  member,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/landing-page*.js', async (route) => {
    await released;
    await route.continue();
  });
  // The button is below the window, so the click scrolls the page.
  await page.setViewportSize({ width: 360, height: 400 });
  await page.goto('/login');
  await fill(page, { email: member.email, password: member.password });
  await submit(page, 'Login').click();
  await expect(page.getByRole('heading', { name: 'Login' })).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).not.toBeInViewport();
  release();
  await expect(page.getByRole('heading', { name: 'Donate blood, save life' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).not.toBeInViewport();
});

test('[LGN-02] [LGN-03] [LGN-04] [LGN-05] [LGN-06] [API-01] [GRD-04] [IDP-05] [IDP-11] [OUT-01] [OUT-03] [NAV-03] a visitor registers, returns and signs out', async ({
  page: first,
  context,
  member,
  request,
  site,
}) => {
  let page = first;
  const createUser = () => ({
    name: 'Rahima Khatun',
    email: `new-${randomUUID()}@example.org`,
    password: 'correct horse',
  });
  const { email, ...others } = createUser();

  await test.step('the form shows errors for missing fields and a taken address', async () => {
    await page.goto('/register');
    await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue With Google' })).toBeVisible();
    await expect(main(page)).toContainText('Already have An Account ?');
    await expectAccessible(page);
    await submit(page, 'Register').click();
    await expect(page.getByText('Name Is required')).toBeVisible();
    await fill(page, { email: member.email, ...others });
    const password = page.locator('input[name="password"]');
    await submit(page, 'Show password').click();
    await expect(password).toHaveAttribute('type', 'text');
    await expect(password).toBeFocused();
    await page.keyboard.type('!');
    await expect(password).toHaveValue(`${others.password}!`);
    await expectAccessible(page);
    await submit(page, 'Register').click();
    await expect(password).toHaveAttribute('type', 'password');
    await expect(alert(page)).toContainText(/already in use/i);
  });

  await test.step('a new user sees a toast and receives one email to confirm the address', async () => {
    await fill(page, { email });
    await submit(page, 'Register').click();
    await expect(page.getByText('User Created Successfully')).toBeVisible();
    await expect(page.getByText('We are emailing you a link to confirm your address.')).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    expect(await accessToken(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    await emailedLink(site.dataDir, email, 'verifyEmail');
    expect(countEmailsTo(site.dataDir, email)).toBe(1);
  });

  await test.step('the session is in IndexedDB, not in local storage, and survives closing the page', async () => {
    const [stored] = (await context.storageState({ indexedDB: true })).origins;
    expect(JSON.stringify(stored)).toContain('firebase:authUser');
    expect(JSON.stringify(stored?.localStorage)).not.toContain('firebase:authUser');
    page = await context.newPage();
    await first.close();
    await page.goto('/dashboard/appointments');
    await expect(
      page.getByRole('heading', { name: 'hello Rahima Khatun , Your Appointments' }),
    ).toBeVisible();
  });

  await test.step('after only local storage was cleared, the page finds the session', async () => {
    // An open page of the site would notice the change.
    await page.goto('/robots.txt');
    await page.evaluate(() => localStorage.clear());
    await page.goto('/about');
    await moveMouse(page);
    await expect(page.getByRole('banner').getByRole('link', { name: 'DashBoard' })).toBeVisible();
    await expect.poll(() => accessToken(page)).not.toBeNull();
  });

  await test.step('logging out on a desktop revokes and removes the token and discards the user', async () => {
    await signOut(page, request, email);
    await expect(banner(page, 'Login')).toBeVisible();
    expect(await accessToken(page)).toBeNull();
    await page.goto('/dashboard/appointments');
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step('registration works when the email fails', async () => {
    const failedRequest = page.waitForEvent('requestfailed', (sent) => sent.url().includes('sendOobCode'));
    await page.route('**/accounts:sendOobCode?*', (route) => route.abort('connectionreset'));
    await page.goto('/register');
    await fill(page, createUser());
    await submit(page, 'Register').click();
    await expect(page.getByText('User Created Successfully')).toBeVisible();
    await failedRequest;
    await expect(banner(page, 'DashBoard')).toBeVisible();
  });
});

test('[GRD-01] [GRD-02] [GRD-03] [LGN-01] [LGN-05] [LGN-06] [API-12] [IDP-05] a guarded page asks for sign-in, then opens', async ({
  page,
  member,
  site,
}) => {
  await test.step('invalid fields show the specified messages', async () => {
    await page.goto('/about');
    await page.goto('/dashboard/gallery?sort=new#top');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Forget Password ?')).toBeVisible();
    await expect(main(page)).toContainText('New To Blood Buddies ?');
    await expect(page.getByText('OR', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue With Google' })).toBeVisible();
    await expectAccessible(page);
    await submit(page, 'Login').click();
    await expect(page.getByText('Email Is required')).toBeVisible();
    await expect(page.getByText('Password Is required')).toBeVisible();
    await fill(page, { email: 'rahim', password: '12345' });
    await expect(page.getByText('Provide Valid Email')).toBeVisible();
    await expect(page.getByText('Password Length Minimum 6 character')).toBeVisible();
    await expectAccessible(page);
  });

  await test.step("the identity provider's message shows in red on the form", async () => {
    await fill(page, { email: member.email, password: 'wrong horse' });
    await submit(page, 'Login').click();
    await expect(alert(page)).toContainText(/password is invalid/i);
    const [red = 0, green = 255, blue = 255] = await alert(page).evaluate((element) =>
      (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number),
    );
    expect(red).toBeGreaterThan(Math.max(green, blue) * 1.5);
    await expectAccessible(page);
    expect(await accessToken(page)).toBeNull();
  });

  await test.step('after signing in the requested page opens, and Back skips the login page', async () => {
    await fill(page, { password: member.password });
    await submit(page, 'Login').click();
    await expect(page).toHaveURL(/\/dashboard\/gallery\?sort=new#top$/);
    await expect(page.getByText('User Created Successfully')).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/about$/);
  });

  await test.step('while the sign-in state is loading a guarded page shows a full-height centered spinner', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/session-operations-*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/dashboard/donors');
    await expect(page.getByRole('status').first()).toBeVisible();
    await expectAccessible(page);
    held.resolve();
    await expect(page.getByRole('heading', { name: 'Our Donors' })).toBeVisible();
  });

  await test.step('a 403 of the product server signs the user out', async () => {
    await page.route('**/api/appointments?*', (route) =>
      route.fulfill({ status: 403, json: { error: { code: 'credentials-refused', message: 'No.' } } }),
    );
    await page.goto('/');
    await banner(page, 'DashBoard').click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await accessToken(page)).toBeNull();
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('a forgotten password is reset with an emailed link, and the used link shows an error', async () => {
    await fill(page, { email: member.email });
    await page.getByText('Forget Password ?').click();
    await expectAccessible(page);
    await main(page).locator('input[name="email"]').fill(member.email);
    await submit(page, 'Send link').click();
    const link = await emailedLink(site.dataDir, member.email, 'resetPassword');
    await page.goto(link);
    await expectAccessible(page);
    await fill(page, { password: 'a better horse' });
    await submit(page, 'Save password').click();
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeFocused();
    await expect(main(page).locator('input[name="password"]')).toHaveCount(0);
    await signIn(page, { ...member, password: 'a better horse' });
    const restored = page.waitForResponse('**/accounts:lookup?*');
    await page.route('**/accounts:resetPassword?*', async (route) => {
      await restored;
      await route.continue();
    });
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('[OUT-02] [NAV-02] [NAV-04] the menu closes with Escape; logging out keeps the token in storage but revokes it', async ({
    page,
    signedIn,
    request,
  }) => {
    await page.goto('/');
    const opener = page.getByRole('button', { name: 'Menu' });
    const menu = page.getByRole('dialog');
    await waitUntilHydrated(opener);
    await opener.click();
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    for (const name of ['Home', 'About Us', 'Campaign', 'Blogs', 'Contact'])
      await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
    await menu.getByRole('button', { name: 'Pages' }).click();
    await expect(menu.getByRole('link', { name: 'Submenu 1' })).toHaveAttribute('href', '/donor');
    await expect(menu.getByRole('link', { name: 'Submenu 2' })).toHaveAttribute('href', '/reciever');
    await expectAccessible(page);
    const logOut = menu.getByRole('link', { name: 'Log out' });
    const token = await signOut(page, request, signedIn.email, logOut);
    expect(await accessToken(page)).toBe(token);
  });
});
