import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { untilAlive } from './support/alive.ts';
import { signIn } from './support/member.ts';
import { mailedLink } from './support/outbox.ts';
import { expect, test } from './support/test.ts';

const accessToken = (page: Page) => page.evaluate(() => localStorage.getItem('accessJwtToken'));
const submit = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

async function fillRegistration(page: Page, person: { name: string; email: string; password: string }) {
  await page.locator('input[name="name"]').fill(person.name);
  await page.locator('input[name="email"]').fill(person.email);
  await page.locator('input[name="password"]').fill(person.password);
  await submit(page, 'Register').click();
}

test('[LGN-02] [LGN-03] [LGN-04] [API-01] a visitor registers, is greeted by name, and is a new user', async ({
  page,
}) => {
  await page.goto('/register');
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue With Google' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Already have An Account ?');
  await expectAccessible(page);
  await fillRegistration(page, {
    name: 'Rahima Khatun',
    email: `${randomUUID()}@example.org`,
    password: 'correct horse',
  });
  await expect(page.getByText('User Created Successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  expect(await accessToken(page)).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  await page.goto('/dashboard/appointments');
  await expect(page.getByRole('heading', { name: 'hello Rahima Khatun , Your Appointments' })).toBeVisible();
});

test('[GRD-01] [GRD-03] [LGN-01] a guarded page asks for sign-in, then shows itself; Back does not return to the guard', async ({
  page,
  member,
}) => {
  await page.goto('/about');
  await page.goto('/dashboard/gallery?sort=new#top');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Forget Password ?')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('New To Blood Buddies ?');
  await expect(page.getByText('OR', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue With Google' })).toBeVisible();
  await expectAccessible(page);
  await page.locator('input[name="email"]').fill(member.email);
  await page.locator('input[name="password"]').fill(member.password);
  await submit(page, 'Login').click();
  await expect(page).toHaveURL(/\/dashboard\/gallery\?sort=new#top$/);
  await expect(page.getByText('User Created Successfully')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
});

test('[LGN-06] empty and wrong fields are told in the words of the specification', async ({ page }) => {
  await page.goto('/login');
  await submit(page, 'Login').click();
  await expect(page.getByText('Email Is required')).toBeVisible();
  await expect(page.getByText('Password Is required')).toBeVisible();
  await page.locator('input[name="email"]').fill('rahim');
  await page.locator('input[name="password"]').fill('12345');
  await expect(page.getByText('Provide Valid Email')).toBeVisible();
  await expect(page.getByText('Password Length Minimum 6 character')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/register');
  await submit(page, 'Register').click();
  await expect(page.getByText('Name Is required')).toBeVisible();
});

test.describe('refused by the identity provider', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('[LGN-05] its message stands in red on the form', async ({ page, member }) => {
    await page.goto('/login');
    await page.locator('input[name="email"]').fill(member.email);
    await page.locator('input[name="password"]').fill('wrong horse');
    await submit(page, 'Login').click();
    const alert = page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ });
    await expect(alert).toContainText(/password is invalid/i);
    const [red = 0, green = 255, blue = 255] = await alert.evaluate((element) =>
      (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(Number),
    );
    expect(red).toBeGreaterThan(Math.max(green, blue) * 1.5);
    await expectAccessible(page);
    expect(await accessToken(page)).toBeNull();
  });

  test('[LGN-05] an address that is taken', async ({ page, member }) => {
    await page.goto('/register');
    await fillRegistration(page, { name: 'Somebody', email: member.email, password: 'another horse' });
    await expect(
      page
        .getByRole('main')
        .getByRole('alert')
        .filter({ hasText: /already in use/i }),
    ).toBeVisible();
  });
});

test('[OUT-01] [OUT-03] [NAV-03] desktop logout removes the token, revokes it, and forgets the person', async ({
  page,
  signedIn,
  request,
}) => {
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'DashBoard' })).toBeVisible();
  const token = await accessToken(page);
  const revoked = page.waitForResponse((answer) => answer.url().endsWith('/api/session'));
  await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await accessToken(page)).toBeNull();
  expect((await revoked).status()).toBe(204);
  const opened = await request.get(`/api/appointments?email=${signedIn.email}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(opened.status()).toBe(403);
  await page.goto('/dashboard/appointments');
  await expect(page).toHaveURL(/\/login$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('[OUT-02] [NAV-02] [NAV-04] the menu logs out and leaves the token, which opens nothing', async ({
    page,
    signedIn,
    request,
  }) => {
    await page.goto('/');
    const opener = page.getByRole('button', { name: 'Menu' });
    await untilAlive(opener);
    await opener.click();
    const menu = page.getByRole('dialog');
    for (const name of ['Home', 'About Us', 'Campaign', 'Blogs', 'Contact']) {
      await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
    }
    await menu.getByText('Pages').click();
    await expect(menu.getByRole('link', { name: 'Submenu 1' })).toHaveAttribute('href', '/donor');
    await expect(menu.getByRole('link', { name: 'Submenu 2' })).toHaveAttribute('href', '/reciever');
    await expectAccessible(page);
    const token = await accessToken(page);
    const revoked = page.waitForResponse((answer) => answer.url().endsWith('/api/session'));
    await menu.getByRole('link', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await accessToken(page)).toBe(token);
    expect((await revoked).status()).toBe(204);
    const opened = await request.get(`/api/appointments?email=${signedIn.email}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(opened.status()).toBe(403);
  });

  test('the menu closes by Escape and gives the focus back', async ({ page }) => {
    await page.goto('/');
    const button = page.getByRole('button', { name: 'Menu' });
    await untilAlive(button);
    await button.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(button).toBeFocused();
  });
});

test('[GRD-04] [IDP-11] a closed browser keeps the session: the same person is signed in on return', async ({
  page,
  signedIn,
}) => {
  await page.goto('/dashboard/donors');
  await expect(page.getByRole('heading', { name: 'Our Donors' })).toBeVisible();
  const again = await page.context().newPage();
  await page.close();
  await again.goto('/dashboard/appointments');
  await expect(
    again.getByRole('heading', { name: `hello ${signedIn.name} , Your Appointments` }),
  ).toBeVisible();
});

test('[GRD-02] while the sign-in state is loading a guarded page shows a full-height centred spinner', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  const held = Promise.withResolvers<void>();
  await page.route('**/api/config', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/dashboard/donors');
  const spinner = page.getByRole('status').first();
  await expect(spinner).toBeVisible();
  await expectAccessible(page);
  held.resolve();
  await expect(page.getByRole('heading', { name: 'Our Donors' })).toBeVisible();
});

test.describe('refused by the product server', () => {
  test.use({ expectedErrors: [/status of 403/] });

  test('[API-12] a 403 signs the person out', async ({ page, signedIn }) => {
    expect(signedIn.email).toBeTruthy();
    await page.route('**/api/appointments?*', (route) =>
      route.fulfill({ status: 403, json: { error: { code: 'credentials-refused', message: 'No.' } } }),
    );
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'DashBoard' }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await accessToken(page)).toBeNull();
  });
});

test.describe('a forgotten password', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('[IDP-05] the mail brings a link, the page takes the new password, and it signs in; used, the link says so', async ({
    page,
    member,
    site,
  }) => {
    await page.goto('/login');
    await page.locator('input[name="email"]').fill(member.email);
    await page.getByText('Forget Password ?').click();
    await expectAccessible(page);
    await page.getByRole('main').locator('input[name="email"]').fill(member.email);
    await submit(page, 'Send link').click();
    const link = await mailedLink(site.dataDir, member.email, 'resetPassword');
    await page.goto(link);
    await expectAccessible(page);
    await page.locator('input[name="password"]').fill('a better horse');
    await submit(page, 'Save password').click();
    await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeFocused();
    await expect(page.getByRole('main').locator('input[name="password"]')).toHaveCount(0);
    await signIn(page, { ...member, password: 'a better horse' });
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
    await expectAccessible(page);
  });
});
