import type { Request } from '@playwright/test';
import { languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { fillForm, form, inDays, scrollToForm, weekdayInDays } from './support/appointments.ts';
import { goOffline, goOnline, shortenWorkerTimers, waitUntilCached } from './support/connection.ts';
import { inLanguage } from './support/languages.ts';
import { listAppointmentDates } from './support/member.ts';
import { expect, test } from './support/test.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/net::ERR|dynamically imported module|Error loading route module/],
});

for (const language of languages)
  test(`[APF-04] [APF-05] a request filled in offline is offered at the next visit, and sent once, changed or discarded (${language})`, async ({
    page,
    context,
    signedIn,
  }) => {
    const { path, translate } = inLanguage(language);
    const storedMessage =
      "Your request is saved on this device. It is not sent yet, because we could not reach the server. Press Submit to try again, or send it when you're back online.";
    const prompt = page.getByRole('region', { name: translate('Not sent yet') });
    const review = page.getByRole('dialog', { name: translate('Not sent yet') });
    const reviewButton = (name: string) => review.getByRole('button', { name: translate(name) });
    const openReview = () => prompt.getByRole('button', { name: translate('Review') }).click();
    const send = form(page).getByRole('button', { name: translate('Submit'), exact: true });
    const success = page.getByText(translate('SuccessFully Submitted'));
    const keys: (string | undefined)[] = [];
    page.on('request', (sent: Request) => {
      if (sent.method() === 'POST' && sent.url().includes('/api/appointments'))
        keys.push(sent.headers()['idempotency-key']);
    });
    const openForm = async () => {
      await page.goto(path('/'));
      await scrollToForm(page);
      await expect(send).toBeEnabled();
    };
    const fillInOffline = async (date: string) => {
      await openForm();
      await waitUntilCached(page, 'appointment-form', 'session-operations');
      await goOffline(context);
      await fillForm(page, { date });
      await send.click();
      await expect(form(page).getByRole('status').last()).toContainText(translate(storedMessage));
      await expect(form(page).getByRole('alert'), 'a saved request is no error').toHaveCount(0);
    };
    const waiting = page.getByRole('main').getByRole('article', { name: translate('Not sent yet') });
    const waitingButton = (name: string) => waiting.getByRole('button', { name: translate(name) });

    await shortenWorkerTimers(context);
    await page.goto(path('/about'));
    await waitUntilCached(page, 'about-page');
    await page.goto(path('/dashboard/appointments'));
    await waitUntilCached(page, 'appointments-page');

    await test.step('the request is offered at the next visit and sent once after confirmation', async () => {
      await fillInOffline(inDays(6));
      await page.setViewportSize({ width: 360, height: 740 });
      const saved = form(page).getByRole('link', { name: translate('Your appointments') });
      await expect(saved, 'the form says so itself').toBeHidden();
      await page.goto(path('/'));
      await scrollToForm(page);
      await expect(saved).toBeVisible();
      await expectAccessible(page);
      await page.goto(path('/dashboard/appointments'));
      await expect(waiting).toContainText('Dhaka Medical College');
      await expect(waitingButton('Send it now')).toBeDisabled();
      await expectAccessible(page);
      await goOnline(context);
      await expect(waitingButton('Send it now')).toBeEnabled();
      await expect(prompt, 'the page offers it in its own place').toBeHidden();
      await page.goto(path('/about'));
      await expect(prompt).toBeVisible();
      expect((await prompt.getByRole('status').boundingBox())?.height, 'one line').toBeLessThan(30);
      await expectAccessible(page);
      await prompt.getByRole('button', { name: translate('Close') }).click();
      await expect(prompt).toBeHidden();
      expect(await listAppointmentDates(page.request, signedIn)).toEqual([]);
      await page.reload();
      await openReview();
      await expect(review).toContainText('Dhaka Medical College');
      if (language === 'en')
        await expect(review).toContainText(`Dhaka Medical College on ${weekdayInDays(6)}`);
      await expectAccessible(page);
      await reviewButton('Send it now').click();
      await expect(success).toBeVisible();
      await expect(review).toBeHidden();
      await expect(prompt).toBeHidden();
      await expect(page.locator('main h1')).toBeFocused();
      expect(await listAppointmentDates(page.request, signedIn)).toEqual([inDays(6)]);
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
      await page.reload();
      await expect(page.locator('main h1').first()).toBeVisible();
      await expect(prompt).toBeHidden();
    });
    if (language !== 'en') return;

    await test.step('the open form shows that the connection is back, and is not sent automatically', async () => {
      await fillInOffline(inDays(7));
      await expect(form(page).locator('[name="center"]')).toHaveValue('Dhaka Medical College');
      await goOnline(context);
      await expect(form(page)).toContainText("You're back online. Press Submit to send your request.");
      await expect(prompt).toBeHidden();
      expect(await listAppointmentDates(page.request, signedIn)).toEqual([inDays(6)]);
      await send.click();
      await expect(success).toBeVisible();
      expect(await listAppointmentDates(page.request, signedIn)).toEqual([inDays(6), inDays(7)]);
    });

    await test.step('the request can be changed or discarded', async () => {
      await fillInOffline(inDays(9));
      await goOnline(context);
      await openForm();
      await form(page).locator('[name="center"]').fill('Square Hospital');
      await openReview();
      await reviewButton('Change it').click();
      const replacing = page.getByRole('alertdialog', { name: 'Replace what is in the form?' });
      await expectAccessible(page);
      await replacing.getByRole('button', { name: 'No' }).click();
      await expect(form(page).locator('[name="center"]')).toHaveValue('Square Hospital');
      await reviewButton('Change it').click();
      await replacing.getByRole('button', { name: 'Yes' }).click();
      await expect(form(page).locator('[name="center"]')).toHaveValue('Dhaka Medical College');
      await expect(form(page).locator('[name="date"]')).toHaveValue(inDays(9));
      await expect(prompt).toBeHidden();
      await page.goto('/about');
      await expect(prompt, 'it stays until the form has sent it').toBeVisible();

      await fillInOffline(inDays(10));
      await page.goto('/about');
      await goOnline(context);
      await openReview();
      await expect(review.getByRole('article')).toHaveCount(1);
      await reviewButton('Discard').click();
      const question = page.getByRole('alertdialog', { name: 'Discard this request?' });
      await expect(question).toContainText(`${inDays(10)}, Dhaka Medical College`);
      await expectAccessible(page);
      await question.getByRole('button', { name: 'No' }).click();
      await reviewButton('Discard').click();
      await question.getByRole('button', { name: 'Yes' }).click();
      await expect(prompt).toBeHidden();
      expect(await listAppointmentDates(page.request, signedIn)).toEqual([inDays(6), inDays(7)]);
    });

    await test.step('the appointments page sends it, and its card follows', async () => {
      await fillInOffline(inDays(11));
      await page.goto('/dashboard/appointments');
      await goOnline(context);
      await waitingButton('Send it now').click();
      await expect(success).toBeVisible();
      await expect(waiting).toBeHidden();
      await expect(page.getByRole('article', { name: inDays(11) })).toBeFocused();
    });
  });
