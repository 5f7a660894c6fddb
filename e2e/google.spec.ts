import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/test.ts';

const continueWithGoogle = (page: Page) => page.getByRole('button', { name: 'Continue With Google' });
const failure = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /\w/ });
const somebody = () => ({ name: 'Shirin Akter', email: `shirin-${randomUUID()}@example.org` });

async function openChooser(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await continueWithGoogle(page).click();
  const popup = await opened;
  await expect(popup.getByRole('heading', { name: 'Choose or name an account' })).toBeVisible();
  return popup;
}

/** Names an account on the stand-in's page. */
async function choose(chooser: Page, { name, email }: { name: string; email: string }): Promise<void> {
  await chooser.getByRole('textbox', { name: 'Email' }).fill(email);
  await chooser.getByRole('textbox', { name: 'Name' }).fill(name);
  await chooser.getByRole('button', { name: 'Go on with this account' }).click();
}

/** As a browser does that lets no window open. */
const blockWindows = (page: Page) =>
  page.addInitScript(() => {
    window.open = () => null;
  });

test('[IDP-03] [IDP-13] [LGN-03] [LGN-04] a person signs in in a window of 500 by 600 and goes on to the page they came from', async ({
  page,
}) => {
  await page.goto('/dashboard/donors?from=here');
  await expect(page).toHaveURL(/\/login$/);
  const person = somebody();
  const popup = await openChooser(page);
  const { width, height, left } = await popup.evaluate(() => ({
    width: window.innerWidth,
    height: window.innerHeight,
    left: window.opener !== null,
  }));
  expect({ width, height, left }).toEqual({ width: 500, height: 600, left: true });
  await expect(popup.getByText('Local stand-in for Google')).toBeVisible();
  await expectAccessible(popup);
  const closed = popup.waitForEvent('close');
  await choose(popup, person);
  await closed;
  await expect(page.getByText('User Created Successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/donors\?from=here$/);
  expect(await page.evaluate(() => localStorage.getItem('accessJwtToken'))).toMatch(
    /^[\w-]+\.[\w-]+\.[\w-]+$/,
  );
  await page.goto('/dashboard/appointments');
  await expect(page.getByRole('heading', { name: `hello ${person.name} , Your Appointments` })).toBeVisible();
});

test('[IDP-13] a closed window is told about two seconds later, and the next one works', async ({ page }) => {
  await page.goto('/login');
  const popup = await openChooser(page);
  const closedAt = Date.now();
  await popup.close();
  await expect(failure(page)).toHaveText(/window was closed before you were signed in/);
  const after = Date.now() - closedAt;
  expect(after).toBeGreaterThan(1800);
  expect(after).toBeLessThan(5000);
  await expectAccessible(page);
  await choose(await openChooser(page), somebody());
  await expect(page).toHaveURL(/\/$/);
});

test('[IDP-13] [IDP-16] another click opens another window in place of the first', async ({ page }) => {
  await page.goto('/login');
  const first = await openChooser(page);
  const closed = first.waitForEvent('close');
  const second = await openChooser(page);
  await closed;
  await expect(page.getByText('Go on in the window of Google.')).toBeVisible();
  await expectAccessible(page);
  await expect(failure(page)).toHaveCount(0);
  await choose(second, somebody());
  await expect(page).toHaveURL(/\/$/);
});

test('[IDP-13] an address of the site that the provider does not know signs nobody in', async ({ page }) => {
  await page.route('**/identity/v1/projects?**', (route) =>
    route.fulfill({ json: { authorizedDomains: ['elsewhere.example'] } }),
  );
  await page.goto('/login');
  const opened = page.waitForEvent('popup');
  await continueWithGoogle(page).click();
  await (await opened).waitForEvent('close');
  await expect(failure(page)).toHaveText(
    'Signing in with Google is not set up for this address of the site.',
  );
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('[IDP-16] the form says that the service was not reached', async ({ page }) => {
    await page.goto('/login');
    const popup = await openChooser(page);
    await page.route('**/identity/v1/accounts:signInWithIdp?**', (route) =>
      route.abort('internetdisconnected'),
    );
    await choose(popup, somebody());
    await expect(failure(page)).toHaveText(/could not reach the sign-in service/);
  });
});

test('[IDP-03] [IDP-12] Google is linked to an account and unlinked, and opens it meanwhile', async ({
  page,
  signedIn,
}) => {
  const shirin = somebody();
  await page.goto('/dashboard/account');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Link Google' }).click();
  const popup = await opened;
  await choose(popup, shirin);
  await expect(page.getByRole('button', { name: 'Unlink Google' })).toBeVisible();

  await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await choose(await openChooser(page), shirin);
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/dashboard/appointments');
  await expect(
    page.getByRole('heading', { name: `hello ${signedIn.name} , Your Appointments` }),
  ).toBeVisible();

  await page.goto('/dashboard/account');
  await page.getByRole('button', { name: 'Unlink Google' }).click();
  await expect(page.getByRole('button', { name: 'Link Google' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Link Google' })).toBeVisible();
});

test('[IDP-13] who cancels is told that nothing has changed, without waiting', async ({ page }) => {
  await page.goto('/register');
  const popup = await openChooser(page);
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await closed;
  await expect(failure(page)).toHaveText('You did not go on with Google. Nothing has changed.');
});

test.describe('on the stand-in’s page', () => {
  test.use({ expectedErrors: [/status of 422/] });

  test('what is no address is told, and the choice goes on', async ({ page }) => {
    await page.goto('/login');
    const popup = await openChooser(page);
    // What the browser itself would hold back.
    await popup
      .getByRole('textbox', { name: 'Email' })
      .evaluate((input) => input.setAttribute('type', 'text'));
    await choose(popup, { name: 'Shirin', email: 'shirin' });
    await expect(popup.getByRole('alert')).toHaveText('This is not an email address.');
    await expectAccessible(popup);
    await choose(popup, somebody());
    await expect(page).toHaveURL(/\/$/);
  });
});

test('[IDP-13] where windows are blocked the page itself goes, and comes back to the page of origin', async ({
  page,
}) => {
  await blockWindows(page);
  await page.goto('/dashboard/donors');
  await expect(page).toHaveURL(/\/login$/);
  await continueWithGoogle(page).click();
  await expect(page).toHaveURL(/\/identity\/oauth\/google\/start/);
  await choose(page, somebody());
  await expect(page).toHaveURL(/\/dashboard\/donors$/);
  await expect(page.getByText('User Created Successfully')).toBeVisible();
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('Google'))),
  ).toEqual([]);
});

test('[IDP-13] a visit that was cancelled ends on the form, which still knows the page of origin', async ({
  page,
  member,
}) => {
  await blockWindows(page);
  await page.goto('/dashboard/donors');
  await continueWithGoogle(page).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(failure(page)).toHaveText('You did not go on with Google. Nothing has changed.');
  await page.locator('input[name="email"]').fill(member.email);
  await page.locator('input[name="password"]').fill(member.password);
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/donors$/);
});

test('[IDP-16] an address that has an account already: the form says how to go on', async ({
  page,
  member,
}) => {
  await page.goto('/login');
  const popup = await openChooser(page);
  await popup.getByRole('checkbox', { name: 'Google has confirmed this address' }).uncheck();
  await choose(popup, { name: member.name, email: member.email });
  await expect(failure(page)).toHaveText(/has an account here already. Sign in as before, then link Google/);
  expect(await page.evaluate(() => localStorage.getItem('accessJwtToken'))).toBeNull();
});

test('[IDP-03] [IDP-07] who has a second step is asked for it after Google too, by window and by visit', async ({
  page,
  context,
}) => {
  const shirin = somebody();
  await page.goto('/login');
  await choose(await openChooser(page), shirin);
  await expect(page).toHaveURL(/\/$/);
  await page.goto('/dashboard/account');
  const part = page.getByRole('region', { name: 'Two-step sign-in' });
  await part.getByRole('button', { name: 'Add an authenticator app' }).click();
  const secret = Secret.fromBase32((await part.locator('code').innerText()).replaceAll(' ', ''));
  const codeField = page.locator('input[name="code"]');
  await codeField.fill(TOTP.generate({ secret }));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(part.getByRole('status').filter({ hasText: 'Two-step sign-in is on.' })).toBeVisible();

  await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
  await page.goto('/dashboard/donors');
  await choose(await openChooser(page), shirin);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeFocused();
  // No code is good twice; the one of the next step is good already.
  await codeField.fill(TOTP.generate({ secret, timestamp: Date.now() + 30_000 }));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/donors$/);
  await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);

  const other = await context.newPage();
  await blockWindows(other);
  await other.goto('/login');
  await continueWithGoogle(other).click();
  await choose(other, shirin);
  await expect(other.getByRole('heading', { name: 'One more step' })).toBeVisible();
});

test('a sample person takes one click, and is the same person the next time', async ({ page }) => {
  for (const times of [1, 2]) {
    await page.goto('/login');
    const popup = await openChooser(page);
    await popup.getByRole('button', { name: /Tanvir Hasan/ }).click();
    await expect(page, `time ${times}`).toHaveURL(/\/$/);
    await page.goto('/dashboard/appointments');
    await expect(page.getByRole('heading', { name: 'hello Tanvir Hasan , Your Appointments' })).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
  }
});
