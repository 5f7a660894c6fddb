import { languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { form } from './support/appointments.ts';
import { dayIn, inLanguage } from './support/languages.ts';
import { signInByCalls } from './support/member.ts';
import { answerQuestion, hint, isoIn, openQuestions, questions, seeHint } from './support/questions.ts';
import { noteShifts, shiftsOf } from './support/shifts.ts';
import { expect, test } from './support/test.ts';

for (const language of languages) {
  const { path, say } = inLanguage(language);

  test(`from the form to the questions, which can be used by everybody, and back with the earliest day (${language})`, async ({
    page,
  }) => {
    const title = hint(page).getByRole('heading');
    const submit = questions(page).getByRole('button', { name: say('See the result') });
    // Bengali texts are as long: they are looked at where there is the least room.
    const everyWidth = async (look: (width: number) => Promise<void>) => {
      for (const width of language === 'en' ? [360, 768, 1440] : [360]) {
        await page.setViewportSize({ width, height: 800 });
        await look(width);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await expectAccessible(page);
      }
    };

    await test.step('the form leads there', async () => {
      await page.goto(path('/'));
      await form(page).locator('[name="name"]').fill('Rahima Khatun');
      await form(page).locator('[name="center"]').fill('Dhaka Medical College');
      await form(page).locator('a[href$="/can-i-donate"]').click();
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('Can I give blood now?'));
      await expect(questions(page)).toBeVisible();
    });

    await test.step('empty, wrong, answered, in every width', async () => {
      if (language === 'en') await expectAccessible(page);
      await submit.click();
      await expect(questions(page).getByText(say('Choose one'))).toHaveCount(5);
      await expect(questions(page).locator('[name="age"]')).toBeFocused();
      await expectAccessible(page);
      await answerQuestion(page, { donation: 'before', donationDay: isoIn(-30), travel: 'yes' });
      await everyWidth(async (width) => {
        // What was said before goes with another answer.
        await questions(page)
          .locator('[name="weight"]')
          .fill(String(60 + (width % 40)));
        await expect(hint(page)).toHaveCount(0);
        await submit.click();
        const day = dayIn(language, isoIn(-30 + 112));
        await expect(title).toHaveText(say('Wait until {day}', { day }));
        await expect(title).toBeFocused();
        await expect(title).toBeInViewport();
        // The same answers again lead to the result again.
        await submit.click();
        await expect(title).toBeFocused();
        await expect(hint(page).getByRole('listitem')).toHaveCount(2);
        const choices = await questions(page)
          .locator('label', { has: page.getByRole('radio') })
          .evaluateAll((all) => all.map((label) => label.getBoundingClientRect().height));
        expect(choices.length).toBeGreaterThan(10);
        for (const height of choices) expect(height).toBeGreaterThanOrEqual(44);
      });
    });

    await test.step('what is answered decides what is said', async () => {
      await answerQuestion(page);
      await seeHint(page);
      await expect(title).toHaveText(say('You can probably give blood'));
      await questions(page).locator('[name="travel.choice"][value="yes"]').check();
      // What was said is no word on other answers.
      await expect(hint(page)).toHaveCount(0);
      await seeHint(page);
      await expect(title).toHaveText(say('Ask the center first'));
      await answerQuestion(page, { travel: 'yes', pregnancy: 'now' });
      await seeHint(page);
      await expect(title).toHaveText(say('Wait for now'));
      // It informs, and never blocks.
      await expect(hint(page).getByRole('link', { name: say('Request an appointment') })).toBeVisible();
      await answerQuestion(page, {
        illness: 'over',
        illnessDay: isoIn(1),
        age: language === 'bn' ? '৩৪' : '34',
      });
      await submit.click();
      await expect(questions(page).getByText(say('Enter a date in the past'))).toBeVisible();
      await expect(questions(page).locator('[name="illness.day"]')).toBeFocused();
      await questions(page).locator('[name="illness.day"]').fill(isoIn(-14));
      await seeHint(page);
      await expect(title).toHaveText(say('You can probably give blood'));
      await hint(page)
        .getByRole('button', { name: say('Clear my answers') })
        .click();
      await expect(questions(page).locator(':checked')).toHaveCount(0);
      await expect(questions(page).locator('[name="age"]')).toHaveValue('');
      await expect(questions(page).locator('[name="age"]')).toBeFocused();
    });

    await test.step('back to the form, with what was typed there', async () => {
      await answerQuestion(page, { illness: 'now' });
      await seeHint(page);
      const day = dayIn(language, isoIn(14));
      await hint(page)
        .getByRole('link', { name: say('Request an appointment from {day}', { day }) })
        .click();
      await expect(form(page).locator('[name="date"]')).toHaveValue(day);
      await expect(form(page).locator('[name="name"]')).toHaveValue('Rahima Khatun');
      await expect(form(page).locator('[name="center"]')).toHaveValue('Dhaka Medical College');
      await expect(form(page).getByRole('status').first()).toHaveText(
        say('We filled in the date: {day}.', { day }),
      );
      await expect(form(page)).toBeInViewport();
      expect(page.url()).not.toContain('202');
    });
  });
}

test('answers never leave the device, nor stay on it; they need no line and no mouse', async ({
  page,
  context,
  site,
  member,
}) => {
  await test.step('nothing shifts while the questions come', async () => {
    await noteShifts(page);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await openQuestions(page, '/can-i-donate');
      await page.waitForLoadState('networkidle');
      expect(await shiftsOf(page), `${width} px`).toBeLessThanOrEqual(0.01);
    }
  });

  await test.step('what is answered without a line is asked of nobody, and kept nowhere', async () => {
    const address = page.url();
    const kept = () =>
      page.evaluate(async () => ({
        local: { ...localStorage },
        session: { ...sessionStorage },
        databases: (await indexedDB.databases()).map(({ name }) => name),
        cookies: document.cookie,
        history: JSON.stringify(history.state),
      }));
    const before = await kept();
    const asked: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    await context.setOffline(true);
    await answerQuestion(page, { weight: '47', medicine: 'over', medicineDay: isoIn(-3) });
    await seeHint(page);
    await expect(hint(page).getByRole('heading')).toContainText(dayIn('en', isoIn(11)));
    expect(asked).toEqual([]);
    expect(page.url()).toBe(address);
    expect(await kept()).toEqual(before);
    await context.setOffline(false);
  });

  await test.step('a member finds the questions beside their appointments, empty', async () => {
    await signInByCalls(context, site, member);
    await page.goto('/dashboard/appointments');
    await page.getByRole('main').locator('a[href$="/can-i-donate"]').click();
    await expect(page).toHaveURL('/can-i-donate');
    await expect(questions(page).locator('[name="weight"]')).toHaveValue('');
    await expect(questions(page).locator(':checked')).toHaveCount(0);
  });

  await test.step('the keyboard alone answers everything', async () => {
    await questions(page).locator('[name="age"]').focus();
    await page.keyboard.type('34');
    await page.keyboard.press('Tab');
    await page.keyboard.type('64');
    // A group takes one Tab; an arrow goes on to the next answer and chooses it, and the space bar the first.
    for (const name of ['donation', 'illness', 'travel', 'medicine', 'pregnancy']) {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await expect(questions(page).locator(`[name="${name}.choice"]`).first()).toBeChecked();
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(hint(page).getByRole('heading')).toHaveText('You can probably give blood');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(form(page)).toBeInViewport();
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the main rules and their sources can be read', async ({ page }) => {
    await page.goto('/can-i-donate');
    const said = page.locator('noscript p').filter({ visible: true });
    await expect(said).toHaveText(/The questions need JavaScript/);
    const rules = page.getByRole('region', { name: 'The main rules' });
    await expect(rules).toContainText('Your last donation was 16 weeks ago or longer.');
    await expect(rules).toContainText('World Health Organization');
    await expect(rules.getByRole('link').first()).toHaveAttribute('href', /^https:\/\//);
    await expect(page.locator('form')).toHaveCount(0);
  });
});
