import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { backdateSignIns, openAccount, reauthDialog, section } from './support/account.ts';
import { type Member, signIn, signInThroughApi } from './support/member.ts';
import type { Site } from './support/site.ts';
import { expect, test } from './support/test.ts';

const sessions = (page: Page) => section(page, 'Where you are signed in');
const rows = (page: Page) => sessions(page).getByRole('listitem');
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Signs the same user in on another device. */
async function signInElsewhere(browser: Browser, site: Site, member: Member) {
  const context = await browser.newContext({ userAgent: firefox, baseURL: site.url });
  await signInThroughApi(context, site, member);
  const { origins } = await context.storageState();
  const token = origins[0]?.localStorage.find(({ name }) => name === 'accessJwtToken')?.value ?? '';
  return { context, token };
}

/** Signs out and waits for the responses of the identity provider and of the product server. */
async function signOut(page: Page): Promise<void> {
  const responses = Promise.all([
    page.waitForResponse(/accounts:endSession/),
    page.waitForResponse('**/api/session'),
  ]);
  await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
  await responses;
}

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('accessJwtToken') ?? '');

/** Returns the status of a request for this member's appointments with the access token. */
async function requestStatus(request: APIRequestContext, { email }: Member, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await request.get('/api/appointments', { params: { email }, headers })).status();
}

/** Expects that the access token of another device stops working within the documented time. */
const expectClosed = (request: APIRequestContext, member: Member, token: string) =>
  expect.poll(() => requestStatus(request, member, token), { timeout: 5000 }).toBe(403);

// Chromium logs an error for the 400 response to a sign-in that is too old or a session that has already
// ended.
test.use({ expectedErrors: [/net::ERR|Failed to load resource|status of 400/] });

async function centerOf(button: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = await button.evaluate((element) => element.getBoundingClientRect());
  return { x: x + width / 2, y: y + height / 2 };
}

test('[IDP-06] [IDP-16] [OUT-01] a user sees their sessions and signs out other devices', async ({
  page,
  context,
  browser,
  request,
  site,
  signedIn,
}) => {
  const question = page.getByRole('alertdialog');
  const freshSignIn = async () => {
    await reauthDialog(page).locator('input[name="password"]').fill(signedIn.password);
    await page.keyboard.press('Enter');
  };

  await test.step('a list that fails to load can be retried', async () => {
    const lists = '**/accounts:listSessions?*';
    await page.route(lists, (route) => route.abort('connectionreset'));
    await openAccount(page);
    await expect(sessions(page).getByRole('alert').filter({ hasText: /\w/ })).toContainText(/connection/i);
    await expectAccessible(page);
    await page.unroute(lists);
    await sessions(page).getByRole('button', { name: 'Try again' }).click();
    // The other session was created by the registration.
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('signing out removes the session from the list', async () => {
    const { context: otherContext, token } = await signInElsewhere(browser, site, signedIn);
    const otherPage = await otherContext.newPage();
    await otherPage.goto('/about');
    await page.reload();
    await expect(rows(page)).toHaveCount(3);
    expect(await requestStatus(request, signedIn, token)).toBe(200);
    await signOut(otherPage);
    expect(await requestStatus(request, signedIn, token), 'the old access token is rejected').toBe(403);
    await otherContext.close();
    // The list shows the ended session until its button is clicked.
    await rows(page).filter({ hasText: 'Firefox' }).getByRole('button').click();
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('one device can be signed out with the keyboard', async () => {
    const other = await signInElsewhere(browser, site, signedIn);
    await page.reload();
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).first()).toContainText('This device');
    await expect(rows(page).first().getByRole('button')).toHaveCount(0);
    await expectAccessible(page);
    const row = rows(page).filter({ hasText: 'Firefox on Windows' });
    await expect(row).toContainText(/Signed in .*Last used/);
    const signOutButton = row.getByRole('button', { name: /^Sign out Firefox on Windows, Signed in/ });
    await signOutButton.focus();
    await page.keyboard.press('Enter');
    await expect(sessions(page).getByText('Firefox on Windows is signed out.')).toBeFocused();
    await expect(rows(page)).toHaveCount(2);
    await expectAccessible(page);
    await expectClosed(request, signedIn, other.token);
    expect(await requestStatus(request, signedIn, await tokenOf(page))).toBe(200);
    await other.context.close();
  });

  await test.step('all other devices can be signed out together, after a new sign-in', async () => {
    const others: Awaited<ReturnType<typeof signInElsewhere>>[] = [];
    while (others.length < 4) others.push(await signInElsewhere(browser, site, signedIn));
    await page.reload();
    await expect(rows(page)).toHaveCount(3);
    const showAll = sessions(page).getByRole('button', { name: 'Show all 6' });
    await showAll.press('Enter');
    await expect(rows(page)).toHaveCount(6);
    await expect(showAll).toBeFocused();
    await expectAccessible(page);
    backdateSignIns(site.dataDir);
    const signOutOthers = sessions(page).getByRole('button', { name: 'Sign out all other devices' });
    await page.setViewportSize({ width: 360, height: 740 });
    await signOutOthers.click();
    await expect(question).toContainText('Only this device stays signed in.');
    const answer = await centerOf(question.getByRole('button', { name: 'Yes' }));
    await question.getByRole('button', { name: 'No' }).click();
    await expect(rows(page)).toHaveCount(6);
    // The second click of a double click does not confirm the question that the first one opens at the same
    // position.
    const distance = (await centerOf(signOutOthers)).y - answer.y;
    await page.evaluate((top) => scrollBy({ top, behavior: 'instant' }), distance);
    await page.mouse.dblclick(answer.x, answer.y);
    await expect(question).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 720 });
    await question.getByRole('button', { name: 'Yes' }).click();
    await freshSignIn();
    await expect(sessions(page).getByText('You are signed out everywhere else.')).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await expect(signOutOthers).toHaveCount(0);
    for (const { token } of others) await expectClosed(request, signedIn, token);
    for (const other of others) await other.context.close();
  });

  await test.step('signing in again replaces the previous session', async () => {
    backdateSignIns(site.dataDir);
    const email = section(page, 'Email').locator('input[name="email"]');
    await email.fill(`new-${signedIn.email}`);
    await email.press('Enter');
    await freshSignIn();
    await expect(page.getByText('We sent a link to your new address')).toBeVisible();
    await page.reload();
    await expect(rows(page)).toHaveCount(1);
  });

  await test.step('changing the password asks for the current one and signs out other devices', async () => {
    const device = await signInElsewhere(browser, site, signedIn);
    const tab = await context.newPage();
    await openAccount(tab);
    const currentPassword = section(page, 'Password').locator('input[name="currentPassword"]');
    const password = section(page, 'Password').locator('input[name="password"]');
    const save = section(page, 'Password').getByRole('button', { name: 'Change password' });
    await expect(currentPassword).toHaveAttribute('autocomplete', 'current-password');
    await expect(password).toHaveAttribute('autocomplete', 'new-password');
    // Password managers ignore hidden fields.
    const username = section(page, 'Password').locator('input[autocomplete="username"]');
    await expect(username).toHaveAttribute('type', 'text');
    await expect(username).not.toHaveValue('');
    await password.fill('12345');
    await save.click();
    await expect(section(page, 'Password')).toContainText('Password Is required');
    await expect(section(page, 'Password')).toContainText('Password Length Minimum 6 character');
    await expectAccessible(page);
    await currentPassword.fill('wrong horse');
    await password.fill('a better horse');
    await save.click();
    await expect(section(page, 'Password')).toContainText('This is not your current password.');
    await expect(currentPassword).toBeFocused();
    await expect(password).toHaveValue('a better horse');
    const changed = Promise.withResolvers<void>();
    const delivered = Promise.withResolvers<void>();
    await page.route('**/accounts:update?*', async (route) => {
      const response = await route.fetch();
      changed.resolve();
      await delivered.promise;
      await route.fulfill({ response });
    });
    await currentPassword.fill(signedIn.password);
    await page.keyboard.press('Enter');
    await changed.promise;
    // The session has ended, and this browser does not have the new one yet.
    const refused = tab.waitForResponse((response) => response.status() === 403);
    await tab.getByRole('link', { name: 'Appointments', exact: true }).click();
    await refused;
    delivered.resolve();
    await expect(page.getByText('Your password is saved. Other devices are signed out.')).toBeVisible();
    await expect(tab.getByRole('heading', { name: 'Your Appointments' })).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    await expect(password).toHaveValue('');
    await expect(currentPassword).toHaveValue('');
    await expectClosed(request, signedIn, device.token);
    await device.context.close();
    // The other tab of this browser stays signed in.
    expect(await requestStatus(request, signedIn, await tokenOf(page))).toBe(200);
    await openAccount(tab);
    await section(tab, 'Your name').locator('input[name="name"]').fill('Rahima Begum');
    await tab.getByRole('button', { name: 'Save name' }).click();
    await expect(tab.getByText('Your name is saved')).toBeVisible();
    await expect(section(page, 'Your name').locator('input[name="name"]')).toHaveValue('Rahima Begum');
  });

  await test.step('the new password signs in', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, { ...signedIn, password: 'a better horse' });
  });
});
