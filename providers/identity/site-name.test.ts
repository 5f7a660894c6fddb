import { expect, test } from 'vitest';
import { testLook } from '#platform/testing/test-look.ts';
import { emailMessages } from './codes/messages.ts';
import { renderCodeEmail } from './codes/send.ts';
import { languages } from './http/language.ts';
import { createTestIdentity, email, phoneNumber } from './testing/test-identity.ts';
import { flow, googlePagesUrl, openSite } from './testing/visitor.ts';

const siteName = 'Donneurs de <b>Sang</b> "Dakar" $&';

test.each(languages)('emails in %s have the name of the site', (language) => {
  for (const kind of Object.keys(emailMessages[language]) as (keyof typeof emailMessages.en)[]) {
    const sent = renderCodeEmail(
      { kind, to: email, link: 'https://blood.example' },
      { language, site: siteName, look: testLook },
    );
    expect(sent.senderName).toBe(siteName);
    expect(sent.subject).toContain(siteName);
    expect(sent.text.endsWith(`\n\n${siteName}\n`)).toBe(true);
    expect(sent.html).not.toContain('<b>');
    expect(JSON.stringify(sent)).not.toMatch(/Blood Buddies|\{site\}/);
  }
});

test('a sent email, a new passkey and a text code have the name of the site', async () => {
  await using idp = await createTestIdentity({ siteName });
  const { idToken } = await idp.signUpVerified();
  expect(await idp.emailSubjects()).toEqual([`Confirm your email address for ${siteName}`]);
  const { options } = await idp.ok('startPasskeyEnrollment', { idToken });
  expect(options.rp.name).toBe(siteName);
  await idp.requestSmsCode();
  expect(idp.texts.at(-1)?.text).toContain(` is your ${siteName} code. `);
});

test.each([
  ['en', 'a'.repeat(60), true],
  ['en', 'Sénégal', true],
  ['en', 'Sang [Dakar]', false],
  ['en', 'متبرعو الدم', false],
  ['bn', 'সন্ধানী', true],
  ['bn', 'Donneurs de Sang Dakar', false],
])('a text code fits one message: in %s with the name %s', async (locale, name, isShown) => {
  await using idp = await createTestIdentity({ siteName: name });
  await idp.ok('sendVerificationCode', { phoneNumber }, { locale });
  await idp.textedCode();
  const text = idp.texts.at(-1)?.text ?? '';
  expect(text.includes(name)).toBe(isShown);
  expect(text).toMatch(isShown ? /./ : /^\d{6} (is your code\.|আপনার কোড।) /);
});

test('pages of the Google sign-in have the name of the site as text', async () => {
  await using idp = await openSite({ google: 'built-in', siteName });
  const visitor = idp.visitor();
  const page = await (await visitor.send(`${googlePagesUrl}/start?flow=${flow}`)).text();
  const title = 'Donneurs de &lt;b&gt;Sang&lt;/b&gt; &quot;Dakar&quot; $&amp;';
  expect(page).toContain(`<title>Built-in Google sign-in | ${title}</title>`);
  expect(page).not.toContain('Blood Buddies');
});
