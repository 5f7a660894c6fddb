import type { Locator, Page } from '@playwright/test';
import { languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { fillForm, form, inDays, openForm, submit } from './support/appointments.ts';
import { decideOn, listWaitingReviews } from './support/cli.ts';
import { carousel } from './support/landing.ts';
import { inLanguage } from './support/languages.ts';
import { sendSignIn } from './support/member.ts';
import { expect, test } from './support/test.ts';

const slides = (of: Locator): Locator => of.locator('.bb-carousel-slide');

function opinionsIn(language: (typeof languages)[number]) {
  const { path, say } = inLanguage(language);
  return {
    say,
    path,
    consent: (page: Page) =>
      form(page).getByRole('checkbox', { name: say('You may publish this on the site') }),
    choice: (page: Page, choice: string, name: string) =>
      form(page)
        .getByRole('group', { name: say('What name should we show?') })
        .getByRole('radio', { name: `${say(choice)}: ${name}`, exact: true }),
    /** The slides of a visitor's landing page that say this, once all are there. */
    async shown(visitor: Page, words: string) {
      await visitor.goto(path('/'));
      const all = carousel(visitor, say('Donor reviews'));
      await all.scrollIntoViewIfNeeded();
      await expect(slides(all).first()).toBeVisible();
      return slides(all).filter({ hasText: words });
    },
    part: (page: Page) => page.getByRole('region', { name: say('Your reviews') }),
  };
}

for (const language of languages) {
  const { say, path, consent, choice, shown, part } = opinionsIn(language);

  test(`an opinion with a tick becomes a review after the operator's yes, under the first name, until it is withdrawn (${language})`, async ({
    page,
    browser,
    signedIn,
    site,
  }) => {
    const words = `The nurse sang (${language}).`;
    await page.goto(path('/'));
    await form(page).scrollIntoViewIfNeeded();
    await fillForm(page, { opinion: '' });
    await expect(consent(page)).toHaveCount(0);
    await fillForm(page, { date: inDays(3), opinion: `${words} ${signedIn.email}` });
    await expect(consent(page)).not.toBeChecked();
    await expect(form(page).getByRole('radio')).toHaveCount(0);
    await form(page).locator('[name="opinion"]').press('Tab');
    await expect(consent(page)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(choice(page, 'No name', say('A donor'))).toBeChecked();
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowUp');
    await expect(choice(page, 'Your first name', 'Rahima')).toBeChecked();
    await form(page)
      .getByRole('button', { name: say('Submit') })
      .click();
    await expect(page.getByText(say('SuccessFully Submitted'))).toBeVisible();
    await expect(consent(page)).toHaveCount(0);

    const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
    const answers: Promise<string>[] = [];
    visitor.on('response', (response) => answers.push(response.text().catch(() => '')));
    await expect(await shown(visitor, words)).toHaveCount(0);
    expect(await decideOn(site, words, 'publish')).toContain('published');
    const review = await shown(visitor, words);
    await expect(review).toHaveCount(1);
    await expect(review).toContainText('Rahima');
    await expect(review).toContainText(say('Donor'));
    await expect(review).not.toContainText('Khatun');
    await expectAccessible(visitor);
    for (const answer of await Promise.all(answers)) expect(answer).not.toContain(signedIn.email);

    await page.goto(path('/dashboard/account'));
    await expect(part(page)).toContainText(say('Published'));
    await expectAccessible(page);
    const withdraw = say('Withdraw: {text}', { text: `${words} ***@***` });
    await part(page).getByRole('button', { name: withdraw }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('Yes') })
      .click();
    await expect(part(page).getByText(say('Your review is withdrawn.'))).toBeFocused();
    await expect(part(page).getByRole('button')).toHaveCount(0);
    await expect(await shown(visitor, words)).toHaveCount(0);
    await visitor.context().close();
  });
}

test('an opinion outlives the way to the sign-in, is asked for by a tick alone, says when it is refused; many are counted in place of dots, and two donors may have one name', async ({
  page,
  member,
  site,
}) => {
  const { consent, choice, part } = opinionsIn('en');
  const success = page.getByText('SuccessFully Submitted').first();
  const send = async (day: number, opinion: string, isPublic = true) => {
    await openForm(page);
    await fillForm(page, { date: inDays(day), opinion });
    if (isPublic) await consent(page).check();
  };

  await test.step('the wish outlives the way to the sign-in', async () => {
    await send(6, 'Tea was good.');
    await fillForm(page, { name: 'Md. Rahim Uddin' });
    await choice(page, 'Your first name', 'Rahim').check();
    await submit(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await sendSignIn(page, member);
    await expect(page).not.toHaveURL(/\/login/);
    await form(page).scrollIntoViewIfNeeded();
    await expect(choice(page, 'Your first name', 'Rahim')).toBeChecked();
    await submit(page);
    await expect(success).toBeVisible();
    expect(await listWaitingReviews(site)).toMatch(/as "Rahim" .* "Tea was good\."/);
    await decideOn(site, 'Tea was good.', 'refuse');
  });

  await test.step('without a tick nobody is asked to publish anything; what was refused says so', async () => {
    await send(3, 'For you alone.', false);
    await submit(page);
    await expect(success).toBeVisible();
    await page.goto('/dashboard/account');
    await expect(part(page)).toContainText('Not published');
    await expect(part(page)).not.toContainText('For you alone.');
    expect(await listWaitingReviews(site)).not.toContain('For you alone.');
    await expectAccessible(page);
  });

  await test.step('many are counted, on a small phone too', async () => {
    for (const day of [11, 12]) {
      const opinion = `Good tea on day ${day}.`;
      await send(day, opinion);
      await expect(form(page)).toContainText('once you have confirmed your email address');
      await choice(page, 'Your name', member.name).check();
      await submit(page);
      await expect(success).toBeVisible();
      await decideOn(site, opinion, 'publish');
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    const all = carousel(page, 'Donor reviews');
    await all.scrollIntoViewIfNeeded();
    const { length } = await (await page.request.get('/api/reviews')).json();
    await expect(all.getByText(`1 / ${length}`)).toBeVisible();
    await all.getByRole('button', { name: 'Next' }).click();
    await expect(all.getByText(`2 / ${length}`)).toBeVisible();
    await expect(slides(all).filter({ hasText: member.name })).toHaveCount(2);
    await expectAccessible(page);
  });
});
