import type { APIRequestContext, Page } from '@playwright/test';
import { type Language, languages } from '#contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { inLanguage } from './support/languages.ts';
import { type Member, registerMember } from './support/member.ts';
import { emailedLink } from './support/outbox.ts';
import { expect, test } from './support/test.ts';

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });

/** Sends a request to the identity provider. */
async function post(request: APIRequestContext, call: string, data: object, locale = 'en') {
  const { identity } = await (await request.get('/api/config')).json();
  const headers = { 'X-Firebase-Locale': locale };
  return request.post(`/identity/v1/accounts:${call}?key=${identity.apiKey}`, { data, headers });
}

const signInWithPassword = (request: APIRequestContext, { email, password }: Member) =>
  post(request, 'signInWithPassword', { email, password });

/** Requests the confirmation email for the address of this member. */
async function requestConfirmation(
  request: APIRequestContext,
  member: Member,
  locale: string,
): Promise<void> {
  const { idToken } = await (await signInWithPassword(request, member)).json();
  const response = await post(request, 'sendOobCode', { requestType: 'VERIFY_EMAIL', idToken }, locale);
  expect(response.status()).toBe(200);
}

function accountTranslations(language: Language) {
  const translations = inLanguage(language);
  return { ...translations, t: (text: string) => translations.translate(text, {}, 'account') };
}

/** The field with the account's email address, which password managers read. */
const account = (page: Page) => main(page).locator('form input[autocomplete="username"]');

const expectNoOverflow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

// Chromium logs an error for the 400 responses to a missing and to a wrong password.
test.use({ expectedErrors: [/status of 400/], viewport: { width: 360, height: 740 } });

test('[IDP-05] a signed-out user confirms an email address with the password; a changed address requires it', async ({
  page,
  request,
  site,
}) => {
  for (const language of languages)
    await test.step(language, async () => {
      const { translate, t } = accountTranslations(language);
      const member = await registerMember(request);
      await requestConfirmation(request, member, language);
      await page.goto(await emailedLink(site.dataDir, member.email, 'verifyEmail'));
      await button(page, t('Confirm')).click();
      const heading = page.getByRole('heading', { name: t('Confirm your email address'), exact: true });
      await expect(heading).toBeFocused();
      const password = main(page).getByLabel(t('Your password'), { exact: true });
      await expect(password).toHaveAttribute('autocomplete', 'current-password');
      await expect(account(page)).toHaveValue(member.email);
      await expectNoOverflow(page);
      await expectAccessible(page);

      await button(page, t('Confirm with my password')).click();
      await expect(main(page)).toContainText(translate('Password Is required'));
      await password.fill('wrong horse');
      await page.keyboard.press('Enter');
      const errorAlert = main(page).getByRole('alert').filter({ hasText: /\S/ });
      await expect(errorAlert).toHaveText(translate('Incorrect password.'));
      await expectAccessible(page);

      await password.fill(member.password);
      await page.keyboard.press('Enter');
      await expect(main(page)).toContainText(t('Your email address is confirmed.'));
      await expect(page.getByRole('heading', { name: t('Email address confirmed') })).toBeFocused();
      await expectNoOverflow(page);
      await expectAccessible(page);
      expect((await signInWithPassword(request, member)).status()).toBe(200);
    });

  await test.step('a changed address cannot be confirmed without the password', async () => {
    const member = await registerMember(request);
    const { idToken } = await (await signInWithPassword(request, member)).json();
    const newEmail = `new-${member.email}`;
    const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail };
    expect((await post(request, 'sendOobCode', change)).status()).toBe(200);
    await page.goto(await emailedLink(site.dataDir, newEmail, 'verifyAndChangeEmail'));
    await button(page, 'Confirm').click();
    await expect(button(page, 'Confirm with my password')).toBeVisible();
    await expect(button(page, 'Confirm without the password')).toHaveCount(0);
    await expect(account(page)).toHaveValue(member.email);
    await expectAccessible(page);
    await main(page).getByLabel('Your password', { exact: true }).fill(member.password);
    await page.keyboard.press('Enter');
    await expect(main(page)).toContainText('Your email address is changed. Sign in again.');
  });
});

test('[IDP-05] confirming without the password removes the password and all other ways to sign in', async ({
  page,
  request,
  site,
}) => {
  let member: Member;
  for (const language of languages)
    await test.step(language, async () => {
      const { t } = accountTranslations(language);
      member = await registerMember(request);
      await requestConfirmation(request, member, language);
      await page.goto(await emailedLink(site.dataDir, member.email, 'verifyEmail'));
      await button(page, t('Confirm')).click();
      await button(page, t('Confirm without the password')).click();
      const message =
        'Your email address is confirmed. All other ways to sign in to this account are removed, and every device is signed out. To sign in, press “Forget Password ?” on the login page. We email you a link.';
      await expect(main(page).getByRole('status')).toHaveText(t(message));
      await expectNoOverflow(page);
      await expectAccessible(page);
      expect((await signInWithPassword(request, member)).status()).toBe(400);
    });

  await test.step('the owner signs in with an emailed link, in Bengali', async () => {
    const { translate, t, path } = accountTranslations('bn');
    await main(page)
      .getByRole('link', { name: t('Go to login') })
      .click();
    await button(page, translate('Forget Password ?', {}, 'sign-in')).click();
    await main(page).locator('input[name="email"]').fill(member.email);
    await button(page, translate('Email me a link that signs me in', {}, 'sign-in')).click();
    await page.goto(await emailedLink(site.dataDir, member.email, 'signIn'));
    await expect(page).not.toHaveURL(/account\/action/);
    await page.goto(path('/dashboard/account'));
    await expect(main(page).getByText(t('Confirmed'), { exact: true })).toBeVisible();
    await expect(button(page, t('Set a password'))).toBeVisible();
  });
});
