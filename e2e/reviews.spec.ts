import type { Locator, Page } from '@playwright/test';
import { languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { fillForm, form, inDays, openForm, scrollToForm, submit } from './support/appointments.ts';
import { decideReviewByText, listWaitingReviews } from './support/cli.ts';
import { carousel } from './support/landing.ts';
import { inLanguage } from './support/languages.ts';
import { submitSignIn } from './support/member.ts';
import { moveMouse } from './support/navigation.ts';
import { expect, test } from './support/test.ts';

const slides = (root: Locator): Locator => root.locator('.bb-carousel-slide');

function reviewsIn(language: (typeof languages)[number]) {
  const { path, translate } = inLanguage(language);
  return {
    translate,
    path,
    consent: (page: Page) =>
      form(page).getByRole('checkbox', { name: translate('Publish my opinion on this site') }),
    choice: (page: Page, choice: string, name: string) =>
      form(page)
        .getByRole('group', { name: translate('What name should we show?') })
        .getByRole('radio', { name: `${translate(choice)}: ${name}`, exact: true }),
    /**
     * Returns the review slides on a visitor's landing page that contain this text, once the carousel has
     * loaded.
     */
    async findReviews(visitor: Page, reviewText: string) {
      await visitor.goto(path('/'));
      await moveMouse(visitor);
      const all = carousel(visitor, translate('Donor reviews'));
      await all.scrollIntoViewIfNeeded();
      await expect(slides(all).first()).toBeVisible();
      return slides(all).filter({ hasText: reviewText });
    },
    reviewsSection: (page: Page) => page.getByRole('region', { name: translate('Your reviews') }),
  };
}

for (const language of languages) {
  const { translate, path, consent, choice, findReviews, reviewsSection } = reviewsIn(language);

  test(`a review is published after approval, under the first name, until its donor removes it (${language})`, async ({
    page,
    browser,
    signedIn,
    site,
  }) => {
    const reviewText = `The nurse sang (${language}).`;
    await page.goto(path('/'));
    await scrollToForm(page);
    await fillForm(page, { opinion: '' });
    await expect(consent(page)).toHaveCount(0);
    await fillForm(page, { date: inDays(3), opinion: `${reviewText} ${signedIn.email}` });
    await expect(consent(page)).not.toBeChecked();
    await expect(form(page).getByRole('radio')).toHaveCount(0);
    await form(page).locator('[name="opinion"]').press('Tab');
    await expect(consent(page)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(choice(page, 'No name', translate('A donor'))).toBeChecked();
    await expectAccessible(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowUp');
    await expect(choice(page, 'Your first name', 'Rahima')).toBeChecked();
    await form(page)
      .getByRole('button', { name: translate('Submit') })
      .click();
    await expect(page.getByText(translate('SuccessFully Submitted'))).toBeVisible();
    await expect(consent(page)).toHaveCount(0);

    await page.goto(path('/dashboard/account'));
    await expect(reviewsSection(page)).toContainText(translate('Not sent to us yet'));
    await reviewsSection(page)
      .getByRole('button', { name: translate('Send the confirmation email') })
      .click();
    await expect(reviewsSection(page)).toContainText(
      translate('A link is on its way. Check your spam folder.'),
    );

    const visitor = await (await browser.newContext({ baseURL: site.url })).newPage();
    const bodies: Promise<string>[] = [];
    visitor.on('response', (response) => bodies.push(response.text().catch(() => '')));
    await expect(await findReviews(visitor, reviewText)).toHaveCount(0);
    expect(await decideReviewByText(site, reviewText, 'publish')).toContain('published');
    const review = await findReviews(visitor, reviewText);
    await expect(review).toHaveCount(1);
    await expect(review).toContainText('Rahima');
    await expect(review).toContainText(translate('Donor'));
    await expect(review).not.toContainText('Khatun');
    await expectAccessible(visitor);
    for (const body of await Promise.all(bodies)) expect(body).not.toContain(signedIn.email);

    await page.goto(path('/dashboard/account'));
    await expect(reviewsSection(page)).toContainText(translate('Published'));
    await expectAccessible(page);
    const removeLabel = translate('Remove: {text}', { text: `${reviewText} ***@***` });
    await reviewsSection(page).getByRole('button', { name: removeLabel }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Dhaka Medical College');
    await question.getByRole('button', { name: translate('Yes') }).click();
    await expect(reviewsSection(page).getByText(translate('Your review is removed.'))).toBeFocused();
    await expect(reviewsSection(page).getByRole('button')).toHaveCount(0);
    await expect(await findReviews(visitor, reviewText)).toHaveCount(0);
    await visitor.context().close();
  });
}

test('a review survives the sign-in, needs consent and shows a rejection; many reviews have a counter', async ({
  page,
  member,
  site,
}) => {
  const { consent, choice, reviewsSection } = reviewsIn('en');
  const success = page.getByText('SuccessFully Submitted').first();
  const send = async (day: number, opinion: string, isPublic = true) => {
    await openForm(page);
    await fillForm(page, { date: inDays(day), opinion });
    if (isPublic) await consent(page).check();
  };

  await test.step('the consent and the name survive the sign-in', async () => {
    await send(6, 'Tea was good.');
    await fillForm(page, { name: 'Md. Rahim Uddin' });
    await choice(page, 'Your first name', 'Rahim').check();
    await submit(page);
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await submitSignIn(page, member);
    await expect(page).not.toHaveURL(/\/login/);
    await scrollToForm(page);
    await expect(choice(page, 'Your first name', 'Rahim')).toBeChecked();
    await submit(page);
    await expect(success).toBeVisible();
    expect(await listWaitingReviews(site)).toMatch(/as "Rahim" .* "Tea was good\."/);
    await decideReviewByText(site, 'Tea was good.', 'refuse');
  });

  await test.step('without consent nothing waits for approval, and a rejected review shows its state', async () => {
    await send(3, 'For you alone.', false);
    await submit(page);
    await expect(success).toBeVisible();
    await page.goto('/dashboard/account');
    await expect(reviewsSection(page)).toContainText('Not published');
    await expect(reviewsSection(page)).not.toContainText('For you alone.');
    expect(await listWaitingReviews(site)).not.toContain('For you alone.');
    await expectAccessible(page);
  });

  await test.step('many reviews have a counter, even on a small phone', async () => {
    for (const day of [11, 12]) {
      const opinion = `Good tea on day ${day}.`;
      await send(day, opinion);
      await expect(form(page)).toContainText('once you have confirmed your email address');
      await choice(page, 'Your name', member.name).check();
      await submit(page);
      await expect(success).toBeVisible();
      await decideReviewByText(site, opinion, 'publish');
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
