import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { again, openAccount, part } from './support/account.ts';
import { ageSignIns } from './support/age-sign-ins.ts';
import { type Member, signIn, signInByCalls } from './support/member.ts';
import type { Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

const sessions = (page: Page) => part(page, 'Where you are signed in');
const rows = (page: Page) => sessions(page).getByRole('listitem');
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** The same person on another device. */
async function elsewhere(browser: Browser, site: Site, member: Member) {
  const context = await browser.newContext({ userAgent: firefox, baseURL: site.url });
  await signInByCalls(context, site, member);
  const { origins } = await context.storageState();
  const token = origins[0]?.localStorage.find(({ name }) => name === 'accessJwtToken')?.value ?? '';
  return { context, token };
}

/** Until the provider knows of it. */
async function signOut(page: Page): Promise<void> {
  const ended = page.waitForResponse(/accounts:endSession/);
  await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
  await ended;
}

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('accessJwtToken') ?? '');

/** How the server answers whoever asks for this person's appointments with that access token. */
async function askWith(request: APIRequestContext, { email }: Member, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await request.get('/api/appointments', { params: { email }, headers })).status();
}

/** Whatever the access token of another device opened is closed within the time that was promised. */
const expectClosed = (request: APIRequestContext, member: Member, token: string) =>
  expect.poll(() => askWith(request, member, token), { timeout: 5000 }).toBe(403);

// What the provider answers first where a sign-in is too old, or a session is gone already.
test.use({ expectedErrors: [/net::ERR|Failed to load resource|status of 400/] });

test('[IDP-06] [IDP-16] [OUT-01] somebody sees where they are signed in, and signs other devices out', async ({
  page,
  context,
  browser,
  request,
  site,
  signedIn,
}) => {
  const question = page.getByRole('alertdialog');
  const freshSignIn = async () => {
    await again(page).locator('input[name="password"]').fill(signedIn.password);
    await page.keyboard.press('Enter');
  };

  await test.step('a list that does not come is asked for again', async () => {
    const lists = '**/accounts:listSessions?*';
    await page.route(lists, (route) => route.abort('connectionreset'));
    await openAccount(page);
    await expect(sessions(page).getByRole('alert').filter({ hasText: /\w/ })).toContainText(/connection/i);
    await expectAccessible(page);
    await page.unroute(lists);
    await sessions(page).getByRole('button', { name: 'Try again' }).click();
    // Registering began the other one.
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('who signs out is gone from there', async () => {
    const { context: left, token } = await elsewhere(browser, site, signedIn);
    const there = await left.newPage();
    await there.goto('/about');
    await page.reload();
    await expect(rows(page)).toHaveCount(3);
    expect(await askWith(request, signedIn, token)).toBe(200);
    await signOut(there);
    expect(await askWith(request, signedIn, token), 'what they held opens nothing').toBe(403);
    await left.close();
    // The list that still shows it tells so, and goes on without it.
    await rows(page).filter({ hasText: 'Firefox' }).getByRole('button').click();
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('one device is signed out by keyboard', async () => {
    const other = await elsewhere(browser, site, signedIn);
    await page.reload();
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).first()).toContainText('This browser');
    await expect(rows(page).first().getByRole('button')).toHaveCount(0);
    await expectAccessible(page);
    const row = rows(page).filter({ hasText: 'Firefox on Windows' });
    await expect(row).toContainText(/Signed in .*Last used/);
    const end = row.getByRole('button', { name: /^Sign out Firefox on Windows, Signed in/ });
    await end.focus();
    await page.keyboard.press('Enter');
    await expect(sessions(page).getByText('Firefox on Windows is signed out.')).toBeFocused();
    await expect(rows(page)).toHaveCount(2);
    await expectAccessible(page);
    await expectClosed(request, signedIn, other.token);
    expect(await askWith(request, signedIn, await tokenOf(page))).toBe(200);
    await other.context.close();
  });

  await test.step('all other devices are signed out at once, after a fresh sign-in', async () => {
    const others = [await elsewhere(browser, site, signedIn), await elsewhere(browser, site, signedIn)];
    await page.reload();
    await expect(rows(page)).toHaveCount(4);
    ageSignIns(site.dataDir);
    const everywhere = sessions(page).getByRole('button', { name: 'Sign out all others' });
    await everywhere.click();
    await expect(question).toContainText('Only this browser stays signed in.');
    await question.getByRole('button', { name: 'No' }).click();
    await expect(rows(page)).toHaveCount(4);
    await everywhere.click();
    await question.getByRole('button', { name: 'Yes' }).click();
    await freshSignIn();
    await expect(sessions(page).getByText('You are signed out everywhere else.')).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await expect(everywhere).toHaveCount(0);
    for (const { token } of others) await expectClosed(request, signedIn, token);
    for (const other of others) await other.context.close();
  });

  await test.step('signing in again takes the place of the session that was there', async () => {
    ageSignIns(site.dataDir);
    const email = part(page, 'Email').locator('input[name="email"]');
    await email.fill(`new-${signedIn.email}`);
    await email.press('Enter');
    await freshSignIn();
    await expect(page.getByText('We sent a link to your new address')).toBeVisible();
    await page.reload();
    await expect(rows(page)).toHaveCount(1);
  });

  await test.step('another password asks for the present one, and signs other devices out', async () => {
    const device = await elsewhere(browser, site, signedIn);
    const tab = await context.newPage();
    await openAccount(tab);
    const former = part(page, 'Password').locator('input[name="currentPassword"]');
    const password = part(page, 'Password').locator('input[name="password"]');
    const save = part(page, 'Password').getByRole('button', { name: 'Change password' });
    await expect(former).toHaveAttribute('autocomplete', 'current-password');
    await expect(password).toHaveAttribute('autocomplete', 'new-password');
    await password.fill('12345');
    await save.click();
    await expect(part(page, 'Password')).toContainText('Password Is required');
    await expect(part(page, 'Password')).toContainText('Password Length Minimum 6 character');
    await expectAccessible(page);
    await former.fill('wrong horse');
    await password.fill('a better horse');
    await save.click();
    await expect(part(page, 'Password')).toContainText('This is not your current password.');
    await expect(former).toBeFocused();
    await expect(password).toHaveValue('a better horse');
    await former.fill(signedIn.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your password is saved. Other devices are signed out.')).toBeVisible();
    await expect(password).toHaveValue('');
    await expect(former).toHaveValue('');
    await expectClosed(request, signedIn, device.token);
    await device.context.close();
    // Other devices are: this browser's other tab is not.
    expect(await askWith(request, signedIn, await tokenOf(page))).toBe(200);
    await tab.reload();
    await expect(tab.getByRole('heading', { name: 'Your account', exact: true })).toBeVisible();
    await part(tab, 'Your name').locator('input[name="name"]').fill('Rahima Begum');
    await tab.getByRole('button', { name: 'Save name' }).click();
    await expect(tab.getByText('Your name is saved')).toBeVisible();
    await expect(part(page, 'Your name').locator('input[name="name"]')).toHaveValue('Rahima Begum');
  });

  await test.step('the new password signs in', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, { ...signedIn, password: 'a better horse' });
  });
});
