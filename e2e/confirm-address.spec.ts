import type { APIRequestContext, Page } from '@playwright/test';
import { type Language, languages } from '#contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { inLanguage } from './support/languages.ts';
import { type Member, registerMember } from './support/member.ts';
import { emailedLink } from './support/outbox.ts';
import { expect, test } from './support/test.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** A call of the identity provider. */
async function post(request: APIRequestContext, call: string, data: object, locale = 'en') {
  const { identity } = await (await request.get('/api/config')).json();
  const headers = { 'X-Firebase-Locale': locale };
  return request.post(`/identity/v1/accounts:${call}?key=${identity.apiKey}`, { data, headers });
}

const signInByCall = (request: APIRequestContext, { email, password }: Member) =>
  post(request, 'signInWithPassword', { email, password });

/** Whoever registered with the address asks for the email that confirms it. */
async function askToConfirm(request: APIRequestContext, member: Member, locale: string): Promise<void> {
  const { idToken } = await (await signInByCall(request, member)).json();
  const asked = await post(request, 'sendOobCode', { requestType: 'VERIFY_EMAIL', idToken }, locale);
  expect(asked.status()).toBe(200);
}

function inOurWords(language: Language) {
  const words = inLanguage(language);
  return { ...words, here: (text: string) => words.say(text, {}, 'account') };
}

const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

// The code alone is refused first, and a wrong password.
test.use({ expectedErrors: [/status of 400/], viewport: { width: 360, height: 740 } });

test('[IDP-05] an address is confirmed with the password where nobody is signed in; another one only with it', async ({
  page,
  request,
  site,
}) => {
  for (const language of languages)
    await test.step(language, async () => {
      const { say, here } = inOurWords(language);
      const member = await registerMember(request);
      await askToConfirm(request, member, language);
      await page.goto(await emailedLink(site.dataDir, member.email, 'verifyEmail'));
      await button(page, here('Confirm')).click();
      const heading = page.getByRole('heading', { name: here('Confirm your email address'), exact: true });
      await expect(heading).toBeFocused();
      const password = main(page).getByLabel(here('Your password'), { exact: true });
      await expect(password).toHaveAttribute('autocomplete', 'current-password');
      await fits(page);
      await expectAccessible(page);

      await button(page, here('Confirm with my password')).click();
      await expect(main(page)).toContainText(say('Password Is required'));
      await password.fill('wrong horse');
      await page.keyboard.press('Enter');
      const refused = main(page).getByRole('alert').filter({ hasText: /\S/ });
      await expect(refused).toHaveText(say('Incorrect password.'));
      await expectAccessible(page);

      await password.fill(member.password);
      await page.keyboard.press('Enter');
      await expect(main(page)).toContainText(here('Your email address is confirmed.'));
      await expect(heading).toBeFocused();
      await fits(page);
      await expectAccessible(page);
      expect((await signInByCall(request, member)).status()).toBe(200);
    });

  await test.step('another address is not confirmed without the account', async () => {
    const member = await registerMember(request);
    const { idToken } = await (await signInByCall(request, member)).json();
    const newEmail = `new-${member.email}`;
    const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail };
    expect((await post(request, 'sendOobCode', change)).status()).toBe(200);
    await page.goto(await emailedLink(site.dataDir, newEmail, 'verifyAndChangeEmail'));
    await button(page, 'Confirm').click();
    await expect(button(page, 'Confirm with my password')).toBeVisible();
    await expect(button(page, 'Confirm without the password')).toHaveCount(0);
    await expectAccessible(page);
    await main(page).getByLabel('Your password', { exact: true }).fill(member.password);
    await page.keyboard.press('Enter');
    await expect(main(page)).toContainText('Your email address is changed. Please sign in again.');
  });
});

test('[IDP-05] without the password the address is confirmed alone: what a stranger chose is gone', async ({
  page,
  request,
  site,
}) => {
  let member: Member;
  for (const language of languages)
    await test.step(language, async () => {
      const { here } = inOurWords(language);
      member = await registerMember(request);
      await askToConfirm(request, member, language);
      await page.goto(await emailedLink(site.dataDir, member.email, 'verifyEmail'));
      await button(page, here('Confirm')).click();
      await button(page, here('Confirm without the password')).click();
      const told =
        'Your email address is confirmed. All other ways to sign in to this account are removed, and every device is signed out. To sign in, select "Forget Password ?" on the login page: we email you a link.';
      await expect(main(page).getByRole('status')).toHaveText(here(told));
      await fits(page);
      await expectAccessible(page);
      expect((await signInByCall(request, member)).status()).toBe(400);
    });

  await test.step('the owner signs in by a link, in Bengali too', async () => {
    const { say, here, path } = inOurWords('bn');
    await main(page)
      .getByRole('link', { name: here('Go to login') })
      .click();
    await button(page, say('Forget Password ?', {}, 'sign-in')).click();
    await main(page).locator('input[name="email"]').fill(member.email);
    await button(page, say('Email me a link that signs me in', {}, 'sign-in')).click();
    await page.goto(await emailedLink(site.dataDir, member.email, 'signIn'));
    await expect(page).not.toHaveURL(/account\/action/);
    await page.goto(path('/dashboard/account'));
    await expect(main(page).getByText(here('Confirmed'), { exact: true })).toBeVisible();
    await expect(button(page, here('Set a password'))).toBeVisible();
  });
});
