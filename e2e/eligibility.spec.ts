import { languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { form, scrollToForm } from './support/appointments.ts';
import {
  answerQuestions,
  localIsoDay,
  openQuestions,
  questions,
  result,
  submitQuestions,
} from './support/eligibility.ts';
import { formatDay, inLanguage } from './support/languages.ts';
import { layoutShift, recordLayoutShifts } from './support/layout-shift.ts';
import { signInThroughApi } from './support/member.ts';
import { expect, test } from './support/test.ts';

for (const language of languages) {
  const { path, translate } = inLanguage(language);

  test(`the form links to eligibility questions, whose result fills in the earliest day (${language})`, async ({
    page,
  }) => {
    const title = result(page).getByRole('heading');
    const submit = questions(page).getByRole('button', { name: translate('See the result') });
    // Bengali texts have about the same length, so only the narrowest width is checked.
    const everyWidth = async (checkAt: (width: number) => Promise<void>) => {
      for (const width of language === 'en' ? [360, 768, 1440] : [360]) {
        await page.setViewportSize({ width, height: 800 });
        await checkAt(width);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await expectAccessible(page);
      }
    };

    await test.step('the form links to the questions', async () => {
      await page.goto(path('/'));
      await scrollToForm(page);
      await form(page).locator('[name="name"]').fill('Rahima Khatun');
      await form(page).locator('[name="center"]').fill('Dhaka Medical College');
      await form(page).locator('a[href$="/can-i-donate"]').click();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(translate('Can I give blood now?'));
      await expect(questions(page)).toBeVisible();
    });

    await test.step('empty, invalid and complete answers, at every width', async () => {
      if (language === 'en') await expectAccessible(page);
      await submit.click();
      await expect(questions(page).getByText(translate('Choose one'))).toHaveCount(5);
      await expect(questions(page).locator('[name="age"]')).toBeFocused();
      await expectAccessible(page);
      await answerQuestions(page, { donation: 'before', donationDay: localIsoDay(-30), travel: 'yes' });
      await everyWidth(async (width) => {
        // Changing an answer hides the previous result.
        await questions(page)
          .locator('[name="weight"]')
          .fill(String(60 + (width % 40)));
        await expect(result(page)).toHaveCount(0);
        await submit.click();
        const day = formatDay(language, localIsoDay(-30 + 112));
        await expect(title).toHaveText(translate('Wait until {day}', { day }));
        await expect(title).toBeFocused();
        await expect(title).toBeInViewport();
        // Submitting the same answers again focuses the result again.
        await submit.click();
        await expect(title).toBeFocused();
        await expect(result(page).getByRole('listitem')).toHaveCount(2);
        const choices = await questions(page)
          .locator('label', { has: page.getByRole('radio') })
          .evaluateAll((all) => all.map((label) => label.getBoundingClientRect().height));
        expect(choices.length).toBeGreaterThan(10);
        for (const height of choices) expect(height).toBeGreaterThanOrEqual(44);
      });
    });

    await test.step('the answers determine the result', async () => {
      await answerQuestions(page);
      await submitQuestions(page);
      await expect(title).toHaveText(translate('You can probably give blood'));
      await questions(page).locator('[name="travel.choice"][value="yes"]').check();
      // Changing an answer hides the previous result.
      await expect(result(page)).toHaveCount(0);
      await submitQuestions(page);
      await expect(title).toHaveText(translate('Ask the center first'));
      await answerQuestions(page, { travel: 'yes', pregnancy: 'now' });
      await submitQuestions(page);
      await expect(title).toHaveText(translate('Wait for now'));
      // A reader can request an appointment whatever the result.
      await expect(
        result(page).getByRole('link', { name: translate('Request an appointment') }),
      ).toBeVisible();
      await answerQuestions(page, {
        illness: 'over',
        illnessDay: localIsoDay(1),
        age: language === 'bn' ? '৩৪' : '34',
      });
      await submit.click();
      await expect(questions(page).getByText(translate('Enter a date in the past'))).toBeVisible();
      await expect(questions(page).locator('[name="illness.day"]')).toBeFocused();
      await questions(page).locator('[name="illness.day"]').fill(localIsoDay(-14));
      await submitQuestions(page);
      await expect(title).toHaveText(translate('You can probably give blood'));
      await result(page)
        .getByRole('button', { name: translate('Clear my answers') })
        .click();
      await expect(questions(page).locator(':checked')).toHaveCount(0);
      await expect(questions(page).locator('[name="age"]')).toHaveValue('');
      await expect(questions(page).locator('[name="age"]')).toBeFocused();
    });

    await test.step('the link back to the form keeps the text that the user typed there', async () => {
      await answerQuestions(page, { illness: 'now' });
      await submitQuestions(page);
      const day = formatDay(language, localIsoDay(14));
      await result(page)
        .getByRole('link', { name: translate('Request an appointment from {day}', { day }) })
        .click();
      await expect(form(page).locator('[name="date"]')).toHaveValue(day);
      await expect(form(page).locator('[name="name"]')).toHaveValue('Rahima Khatun');
      await expect(form(page).locator('[name="center"]')).toHaveValue('Dhaka Medical College');
      await expect(form(page).getByRole('status').first()).toHaveText(
        translate('We filled in the date: {day}.', { day }),
      );
      await expect(form(page)).toBeInViewport();
      expect(page.url()).not.toContain('202');
    });
  });
}

test('answers are neither sent nor stored, and the questions work offline and with the keyboard', async ({
  page,
  context,
  site,
  member,
}) => {
  await test.step('the layout does not shift while the questions load', async () => {
    await recordLayoutShifts(page);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await openQuestions(page, '/can-i-donate');
      await page.waitForLoadState('networkidle');
      expect(await layoutShift(page), `${width} px`).toBeLessThanOrEqual(0.01);
    }
  });

  await test.step('answering offline sends no request and stores nothing', async () => {
    const address = page.url();
    const storage = () =>
      page.evaluate(async () => ({
        local: { ...localStorage },
        session: { ...sessionStorage },
        databases: (await indexedDB.databases()).map(({ name }) => name),
        cookies: document.cookie,
        history: JSON.stringify(history.state),
      }));
    const before = await storage();
    const requests: string[] = [];
    context.on('request', (request) => requests.push(request.url()));
    await context.setOffline(true);
    await answerQuestions(page, { weight: '47', medicine: 'over', medicineDay: localIsoDay(-3) });
    await submitQuestions(page);
    await expect(result(page).getByRole('heading')).toContainText(formatDay('en', localIsoDay(11)));
    expect(requests).toEqual([]);
    expect(page.url()).toBe(address);
    expect(await storage()).toEqual(before);
    await context.setOffline(false);
  });

  await test.step('Back and Forward keep the answers and the position; a reload opens the empty questions at the top', async () => {
    const weight = questions(page).locator('[name="weight"]');
    await result(page)
      .getByRole('link', { name: /Request an appointment/ })
      .click();
    await expect(form(page)).toBeInViewport();
    await page.goBack();
    await expect(weight).toHaveValue('47');
    await expect(questions(page).locator('[name="medicine.day"]')).toHaveValue(localIsoDay(-3));
    await expect(result(page)).toBeInViewport();
    await weight.fill('63');
    await page.goForward();
    await expect(questions(page)).toHaveCount(0);
    await page.goBack();
    await expect(weight).toHaveValue('63');
    await expect(result(page)).toHaveCount(0);
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    await page.reload();
    await expect(weight).toHaveValue('');
    const top = async () => (await questions(page).boundingBox())?.y;
    await expect.poll(top).toBeGreaterThanOrEqual(0);
    expect(await top()).toBeLessThan(250);
  });

  await test.step('a member finds a link to the empty questions on the appointments page', async () => {
    await signInThroughApi(context, site, member);
    await page.goto('/dashboard/appointments');
    await page.getByRole('main').locator('a[href$="/can-i-donate"]').click();
    await expect(page).toHaveURL('/can-i-donate');
    await expect(questions(page).locator('[name="weight"]')).toHaveValue('');
    await expect(questions(page).locator(':checked')).toHaveCount(0);
  });

  await test.step('signing out clears the answers', async () => {
    await answerQuestions(page);
    await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
    await expect(page).toHaveURL('/login');
    await page.goBack();
    await expect(questions(page).locator('[name="age"]')).toHaveValue('');
    await expect(questions(page).locator(':checked')).toHaveCount(0);
  });

  await test.step('the questions can be answered with the keyboard only', async () => {
    await questions(page).locator('[name="age"]').focus();
    await page.keyboard.type('34');
    await page.keyboard.press('Tab');
    await page.keyboard.type('64');
    // Tab moves to the next group of radio buttons, and Space selects its first button.
    for (const name of ['donation', 'illness', 'travel', 'medicine', 'pregnancy']) {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await expect(questions(page).locator(`[name="${name}.choice"]`).first()).toBeChecked();
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(result(page).getByRole('heading')).toHaveText('You can probably give blood');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(form(page)).toBeInViewport();
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the main rules and their sources are readable', async ({ page }) => {
    await page.goto('/can-i-donate');
    const message = page.locator('noscript p').filter({ visible: true });
    await expect(message).toHaveText(/To answer the questions, turn on JavaScript/);
    const rules = page.getByRole('region', { name: 'The main rules' });
    await expect(rules).toContainText('Your last donation was 16 weeks ago or longer.');
    await expect(rules).toContainText('World Health Organization');
    await expect(rules.getByRole('link').first()).toHaveAttribute('href', /^https:\/\//);
    await expect(page.locator('form')).toBeHidden();
  });
});
