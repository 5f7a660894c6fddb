import { expectAccessible } from './support/accessible.ts';
import {
  blockWindows,
  choose,
  continueWithGoogle,
  failure,
  openChooser,
  somebody,
} from './support/google.ts';
import { expect, test } from './support/test.ts';

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

test('[IDP-13] [IDP-16] a closed window is told about two seconds later, who cancels at once; another click opens another window in place of the first', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/login');
  const popup = await openChooser(page);
  await page.clock.pauseAt(Date.now() + 1000);
  await popup.close();
  await page.clock.runFor(1800);
  await expect(failure(page)).toHaveCount(0);
  await expect(async () => {
    await page.clock.runFor(250);
    await expect(failure(page)).toHaveText(/window was closed before you were signed in/, { timeout: 500 });
  }).toPass();
  await page.clock.resume();
  await expectAccessible(page);

  const cancelled = await openChooser(page);
  await cancelled.getByRole('button', { name: 'Cancel' }).click();
  await expect(failure(page)).toHaveText('You did not go on with Google. Nothing has changed.');
  expect(cancelled.isClosed()).toBe(true);

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
