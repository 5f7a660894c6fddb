import { expectAccessible } from './support/accessible.ts';
import {
  blockWindows,
  choose,
  continueWithGoogle,
  failure,
  openChooser,
  somebody,
} from './support/google.ts';
import { confirmEmail } from './support/member.ts';
import { codeOf } from './support/second-factor.ts';
import { expect, test } from './support/test.ts';

test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|status of 422/] });

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

  await test.step('what is no address is told, and the choice goes on', async () => {
    // What the browser itself would hold back.
    await popup
      .getByRole('textbox', { name: 'Email' })
      .evaluate((input) => input.setAttribute('type', 'text'));
    await choose(popup, { name: 'Shirin', email: 'shirin' });
    await expect(popup.getByRole('alert')).toHaveText('This is not an email address.');
    await expectAccessible(popup);
  });

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

test('[IDP-13] [IDP-16] whatever keeps Google from signing in stands on the form', async ({
  page,
  context,
  member,
}) => {
  await test.step('an address of the site that the provider does not know', async () => {
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
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('no connection', async () => {
    await page.goto('/login');
    const popup = await openChooser(page);
    await page.route('**/identity/v1/accounts:signInWithIdp?**', (route) =>
      route.abort('internetdisconnected'),
    );
    await choose(popup, somebody());
    await expect(failure(page)).toHaveText(/could not reach the sign-in service/);
    await page.unrouteAll({ behavior: 'wait' });
  });

  await test.step('an address that has an account already: the form says how to go on', async () => {
    const popup = await openChooser(page);
    await popup.getByRole('checkbox', { name: 'Google has confirmed this address' }).uncheck();
    await choose(popup, { name: member.name, email: member.email });
    await expect(failure(page)).toHaveText(/already has an account. Sign in as usual, then link Google/);
    expect(await page.evaluate(() => localStorage.getItem('accessJwtToken'))).toBeNull();
  });

  const other = await context.newPage();
  await test.step('a closed window is told about two seconds later, who cancels at once', async () => {
    await other.clock.install();
    await other.goto('/login');
    const popup = await openChooser(other);
    await other.clock.pauseAt(Date.now() + 1000);
    await popup.close();
    await other.clock.runFor(1800);
    await expect(failure(other)).toHaveCount(0);
    await expect(async () => {
      await other.clock.runFor(250);
      await expect(failure(other)).toHaveText(/window was closed before you signed in/, {
        timeout: 500,
      });
    }).toPass();
    await other.clock.resume();
    await expectAccessible(other);

    const cancelled = await openChooser(other);
    await cancelled.getByRole('button', { name: 'Cancel' }).click();
    await expect(failure(other)).toHaveText('You did not continue with Google. Nothing has changed.');
    expect(cancelled.isClosed()).toBe(true);
  });

  await test.step('another click opens another window in place of the first', async () => {
    const first = await openChooser(other);
    const closed = first.waitForEvent('close');
    const second = await openChooser(other);
    await closed;
    await expect(other.getByText('Continue in the Google window.')).toBeVisible();
    await expectAccessible(other);
    await expect(failure(other)).toHaveCount(0);
    await second.getByRole('button', { name: /Tanvir Hasan/ }).click();
    await expect(other).toHaveURL(/\/$/);
  });
});

test('[IDP-13] where windows are blocked the page itself goes, and comes back to the page of origin, also after a visit that was cancelled', async ({
  page,
}) => {
  await blockWindows(page);
  await page.goto('/dashboard/donors');
  await expect(page).toHaveURL(/\/login$/);
  await continueWithGoogle(page).click();
  await expect(page).toHaveURL(/\/identity\/oauth\/google\/start/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(failure(page)).toHaveText('You did not continue with Google. Nothing has changed.');
  await continueWithGoogle(page).click();
  await choose(page, somebody());
  await expect(page).toHaveURL(/\/dashboard\/donors$/);
  await expect(page.getByText('User Created Successfully')).toBeVisible();
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('Google'))),
  ).toEqual([]);
});

test('[IDP-03] [IDP-07] [IDP-12] Google is linked to an account, opens it, asks for the second step too, and is unlinked', async ({
  page,
  context,
  request,
  site,
  signedIn,
}) => {
  const shirin = somebody();
  const codeField = page.locator('input[name="code"]');
  const logOut = async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
  };

  await test.step('linked, it opens the account', async () => {
    await confirmEmail(request, site, signedIn);
    await page.goto('/dashboard/account');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Link Google' }).click();
    await choose(await opened, shirin);
    await expect(page.getByRole('button', { name: 'Unlink Google' })).toBeVisible();
    await logOut();
    await choose(await openChooser(page), shirin);
    await expect(page).toHaveURL(/\/$/);
    await page.goto('/dashboard/appointments');
    await expect(
      page.getByRole('heading', { name: `hello ${signedIn.name} , Your Appointments` }),
    ).toBeVisible();
  });

  const part = page.getByRole('region', { name: 'Two-step verification' });
  await page.goto('/dashboard/account');
  await part.getByRole('button', { name: 'Add an authenticator app' }).click();
  const key = (await part.locator('code').innerText()).replaceAll(' ', '');
  await codeField.fill(codeOf(key));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(part.getByRole('status').filter({ hasText: 'Two-step verification is on.' })).toBeVisible();
  await logOut();

  await test.step('the second step is asked for, by a visit and by the window', async () => {
    const other = await context.newPage();
    await blockWindows(other);
    await other.goto('/login');
    await continueWithGoogle(other).click();
    await choose(other, shirin);
    await expect(other.getByRole('heading', { name: 'Verification' })).toBeVisible();
    await other.close();

    await page.goto('/dashboard/donors');
    await choose(await openChooser(page), shirin);
    await expect(page.getByRole('heading', { name: 'Verification' })).toBeFocused();
    // No code is good twice; the one of the next step is good already.
    await codeField.fill(codeOf(key, 1));
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard\/donors$/);
  });

  await test.step('unlinked', async () => {
    await page.goto('/dashboard/account');
    await page.getByRole('button', { name: 'Unlink Google' }).click();
    await expect(page.getByRole('button', { name: 'Link Google', exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Link Google', exact: true })).toBeVisible();
  });
});
