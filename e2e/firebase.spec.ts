import {
  answerFor,
  answerForServer,
  hostedKey,
  hostedOrigins,
  hostedSettings,
} from './support/hosted-firebase.ts';
import { startSite } from './support/site.ts';
import { expect, test } from './support/test.ts';

const email = 'rahima@example.org';
const password = 'correct horse 1';

test.use({ siteSettings: hostedSettings, allowedOrigins: hostedOrigins });

/** A site of its own whose provider answers in place of the hosted service, which speaks the same protocol. */
let standIn: Awaited<ReturnType<typeof startSite>>;
test.beforeAll(async () => {
  standIn = await startSite();
});
test.afterAll(() => standIn.stop());

test('[LGN-03] hosted Firebase serves the same pages, by configuration alone', async ({ page, context }) => {
  const keys = await answerFor(context, standIn);
  const shown = await answerForServer(context);
  await page.goto('/register');
  await page.locator('[name=name]').fill('Rahima Khatun');
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByText('User Created Successfully')).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => localStorage.getItem('accessJwtToken'))).toBe('a-token-of-ours');
  expect(shown).toEqual([expect.stringMatching(/^Bearer eyJ/)]);
  expect([...keys]).toEqual([hostedKey]);

  await page.goto('/dashboard/account');
  const sessions = page.getByRole('region', { name: 'Where you are signed in' });
  await expect(sessions).toContainText('does not list your devices. A new password signs out all of them');
  await expect(sessions.getByRole('listitem')).toHaveCount(0);
  const steps = page.getByRole('region', { name: 'Two-step sign-in' });
  await expect(steps.getByRole('button', { name: 'Send me the link' })).toBeVisible();
});

test.describe('a refusal', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('[LGN-05] what hosted Firebase refuses is said in the same words', async ({ page, context }) => {
    await answerFor(context, standIn);
    await page.goto('/login');
    await page.locator('[name=email]').fill('nobody@example.org');
    await page.locator('[name=password]').fill(password);
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/no user|not found|no account/i);
  });
});
