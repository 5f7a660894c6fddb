import { expectAccessible } from './support/accessible.ts';
import { totpCode } from './support/account.ts';
import {
  blockPopups,
  chooseAccount,
  continueWithGoogle,
  errorAlert,
  newPerson,
  openAccountChooser,
} from './support/google.ts';
import { confirmEmail } from './support/member.ts';
import { expect, test } from './support/test.ts';

// Linking Google and adding a factor replace the session. A request that is on its way with the former access
// token is rejected.
test.use({
  expectedErrors: [
    /ERR_INTERNET_DISCONNECTED|status of 422|status of 403 .*\/api\/session\)|status of 40[13] .*\/access-log\)/,
  ],
});

test('[IDP-03] [IDP-13] [LGN-03] [LGN-04] a visitor signs in with a popup of 500 by 600 and returns to the page they came from', async ({
  page,
}) => {
  await page.goto('/dashboard/donors?from=here');
  await expect(page).toHaveURL(/\/login$/);
  const person = newPerson();
  const popup = await openAccountChooser(page);
  const { width, height, hasOpener } = await popup.evaluate(() => ({
    width: window.innerWidth,
    height: window.innerHeight,
    hasOpener: window.opener !== null,
  }));
  expect({ width, height, hasOpener }).toEqual({ width: 500, height: 600, hasOpener: true });
  await expect(popup.getByText('Built-in Google sign-in')).toBeVisible();
  await expectAccessible(popup);

  await test.step('an invalid address shows an error, and the user can try again', async () => {
    // Turns off the browser's own validation.
    await popup
      .getByRole('textbox', { name: 'Email' })
      .evaluate((input) => input.setAttribute('type', 'text'));
    await chooseAccount(popup, { name: 'Shirin', email: 'shirin' });
    await expect(popup.getByRole('alert')).toHaveText('Enter an email address like name@example.com.');
    await expectAccessible(popup);
  });

  const closed = popup.waitForEvent('close');
  await chooseAccount(popup, person);
  await closed;
  await expect(page.getByText('User Created Successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/donors\?from=here$/);
  expect(await page.evaluate(() => localStorage.getItem('accessJwtToken'))).toMatch(
    /^[\w-]+\.[\w-]+\.[\w-]+$/,
  );
  await page.goto('/dashboard/appointments');
  await expect(page.getByRole('heading', { name: `hello ${person.name} , Your Appointments` })).toBeVisible();
});

test('[IDP-13] [IDP-16] the form shows why signing in with Google failed', async ({
  page,
  context,
  browser,
  site,
  member,
}) => {
  await test.step('the site’s domain is not authorized at the provider', async () => {
    await page.route('**/identity/v1/projects?**', (route) =>
      route.fulfill({ json: { authorizedDomains: ['elsewhere.example'] } }),
    );
    await page.goto('/login');
    const opened = page.waitForEvent('popup');
    await continueWithGoogle(page).click();
    const popup = await opened;
    await expect.poll(() => popup.isClosed()).toBe(true);
    await expect(errorAlert(page)).toHaveText(
      "You can't sign in with Google here. Use your email and password.",
    );
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('no connection', async () => {
    await page.goto('/login');
    const popup = await openAccountChooser(page);
    await page.route('**/identity/v1/accounts:signInWithIdp?**', (route) =>
      route.abort('internetdisconnected'),
    );
    await chooseAccount(popup, newPerson());
    await expect(errorAlert(page)).toHaveText(/could not reach the sign-in service/);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('an address that already has an account: the form shows the next step', async () => {
    const popup = await openAccountChooser(page);
    await popup.getByRole('checkbox', { name: 'Google has verified this email address' }).uncheck();
    await chooseAccount(popup, { name: member.name, email: member.email });
    await expect(errorAlert(page)).toHaveText(/already has an account. Sign in as usual, then link Google/);
    expect(await page.evaluate(() => localStorage.getItem('accessJwtToken'))).toBeNull();
  });

  const other = await context.newPage();
  await test.step('closing the popup shows a message after about two seconds, canceling immediately', async () => {
    await other.clock.install();
    await other.goto('/login');
    const popup = await openAccountChooser(other);
    await other.clock.pauseAt(Date.now() + 1000);
    await popup.close();
    await other.clock.runFor(1800);
    await expect(errorAlert(other)).toHaveCount(0);
    await expect(async () => {
      await other.clock.runFor(250);
      await expect(errorAlert(other)).toHaveText(/window was closed before you signed in/, {
        timeout: 500,
      });
    }).toPass();
    await other.clock.resume();
    await expectAccessible(other);

    const canceledPopup = await openAccountChooser(other);
    const closed = canceledPopup.waitForEvent('close');
    await canceledPopup.getByRole('button', { name: 'Cancel' }).click();
    await expect(errorAlert(other)).toHaveText('You did not continue with Google. Nothing has changed.');
    await closed;
  });

  await test.step('another click replaces the first popup', async () => {
    const first = await openAccountChooser(other);
    const closed = first.waitForEvent('close');
    const second = await openAccountChooser(other);
    await closed;
    await expect(other.getByText('Continue in the Google window.')).toBeVisible();
    await expectAccessible(other);
    await expect(errorAlert(other)).toHaveCount(0);
    await second.getByRole('button', { name: /Tanvir Hasan/ }).click();
    await expect(other).toHaveURL(/\/$/);
  });

  await test.step('inside an app the button explains how to open the page in a browser', async () => {
    const userAgent =
      'Mozilla/5.0 (Linux; Android 14; wv) Chrome/130.0.0.0 Mobile Safari/537.36 [FBAV/490.0]';
    const app = await browser.newContext({ baseURL: site.url, userAgent });
    const inApp = await app.newPage();
    // The explanation appears even if the scripts that load later never arrive.
    await inApp.route(/deferred-startup/, () => {});
    await inApp.goto('/login');
    await continueWithGoogle(inApp).click();
    await expect(errorAlert(inApp)).toContainText('Open in browser');
    expect(app.pages()).toHaveLength(1);
    await app.close();
  });
});

test('[IDP-13] with blocked popups the page redirects to Google and returns, even after a canceled attempt', async ({
  page,
}) => {
  await blockPopups(page);
  await page.goto('/dashboard/donors');
  await expect(page).toHaveURL(/\/login$/);
  await continueWithGoogle(page).click();
  await expect(page).toHaveURL(/\/identity\/oauth\/google\/start/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(errorAlert(page)).toHaveText('You did not continue with Google. Nothing has changed.');
  await continueWithGoogle(page).click();
  await chooseAccount(page, newPerson());
  await expect(page).toHaveURL(/\/dashboard\/donors$/);
  await expect(page.getByText('User Created Successfully')).toBeVisible();
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('Google'))),
  ).toEqual([]);
});

test('[IDP-03] [IDP-07] [IDP-12] Google can be linked, signs in, even with the second factor, and can be unlinked', async ({
  page,
  context,
  request,
  site,
  signedIn,
}) => {
  const shirin = newPerson();
  const codeField = page.locator('input[name="code"]');
  const logOut = async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
  };

  await test.step('a linked Google account signs in', async () => {
    await confirmEmail(request, site, signedIn);
    await page.goto('/dashboard/account');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Link Google' }).click();
    await chooseAccount(await opened, shirin);
    await expect(page.getByRole('button', { name: 'Unlink Google' })).toBeVisible();
    await logOut();
    await chooseAccount(await openAccountChooser(page), shirin);
    await expect(page).toHaveURL(/\/$/);
    await page.goto('/dashboard/appointments');
    await expect(
      page.getByRole('heading', { name: `hello ${signedIn.name} , Your Appointments` }),
    ).toBeVisible();
  });

  const section = page.getByRole('region', { name: 'Two-step verification' });
  await page.goto('/dashboard/account');
  await section.getByRole('button', { name: 'Add an authenticator app' }).click();
  const key = (await section.locator('code').innerText()).replaceAll(' ', '');
  await codeField.fill(totpCode(key));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(section.getByRole('status').filter({ hasText: 'Two-step verification is on.' })).toBeVisible();
  await logOut();

  await test.step('the redirect and the popup ask for the second factor', async () => {
    const other = await context.newPage();
    await blockPopups(other);
    await other.goto('/login');
    await continueWithGoogle(other).click();
    await chooseAccount(other, shirin);
    await expect(other.getByRole('heading', { name: 'Verification' })).toBeVisible();
    await other.close();

    await page.goto('/dashboard/donors');
    await chooseAccount(await openAccountChooser(page), shirin);
    await expect(codeField).toBeFocused();
    // A code works once, but the code of the next time step is already valid.
    await codeField.fill(totpCode(key, 1));
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard\/donors$/);
  });

  await test.step('the Google account is unlinked', async () => {
    await page.goto('/dashboard/account');
    await page.getByRole('button', { name: 'Unlink Google' }).click();
    await expect(page.getByRole('button', { name: 'Link Google', exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Link Google', exact: true })).toBeVisible();
  });
});
