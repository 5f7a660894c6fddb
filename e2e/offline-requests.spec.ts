import type { Request } from '@playwright/test';
import { languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { fillForm, form, inDays } from './support/appointments.ts';
import {
  cutConnection,
  restoreConnection,
  shortenWorkerTimers,
  waitUntilCached,
} from './support/connection.ts';
import { inLanguage } from './support/languages.ts';
import { datesOf } from './support/member.ts';
import { expect, test } from './support/test.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/net::ERR|dynamically imported module|Error loading route module/],
});

for (const language of languages)
  test(`[APF-04] [APF-05] filled in without a line: kept, offered at the next visit, sent once and only on a yes, changed or thrown away (${language})`, async ({
    page,
    context,
    signedIn,
  }) => {
    const { path, say } = inLanguage(language);
    const kept = 'We saved it on this device. When you are back online, we ask whether to send it.';
    const offer = page.getByRole('region', { name: say('Not sent yet') });
    const offered = (answer: string) => offer.getByRole('button', { name: say(answer) });
    const send = form(page).getByRole('button', { name: say('Submit'), exact: true });
    const success = page.getByText(say('SuccessFully Submitted'));
    const keys: (string | undefined)[] = [];
    page.on('request', (sent: Request) => {
      if (sent.method() === 'POST' && sent.url().includes('/api/appointments'))
        keys.push(sent.headers()['idempotency-key']);
    });
    const openForm = async () => {
      await page.goto(path('/'));
      await form(page).scrollIntoViewIfNeeded();
      await expect(send).toBeEnabled();
    };
    const fillInOffline = async (date: string) => {
      await openForm();
      await waitUntilCached(page, 'appointment-form', 'client');
      await cutConnection(context);
      await fillForm(page, { date });
      await send.click();
      await expect(form(page).getByRole('alert')).toContainText(say(kept));
    };

    await shortenWorkerTimers(context);
    await page.goto(path('/about'));
    await waitUntilCached(page, 'about-page');

    await test.step('it is offered at the next visit, and sent once on a yes', async () => {
      await fillInOffline(inDays(6));
      await page.goto(path('/about'));
      await expect(offer).toBeHidden();
      await restoreConnection(context);
      await expect(offer).toContainText('Dhaka Medical College');
      if (language === 'en') await expect(offer).toContainText(`Dhaka Medical College on ${inDays(6)}`);
      await expectAccessible(page);
      expect(await datesOf(page.request, signedIn)).toEqual([]);
      await page.reload();
      await offered('Send it now').click();
      await expect(success).toBeVisible();
      await expect(offer).toBeHidden();
      expect(await datesOf(page.request, signedIn)).toEqual([inDays(6)]);
      expect(keys).toHaveLength(2);
      expect(new Set(keys).size).toBe(1);
      await page.reload();
      await expect(page.locator('main h1').first()).toBeVisible();
      await expect(offer).toBeHidden();
    });
    if (language !== 'en') return;

    await test.step('the form that is still open says that the line is back, and is not sent by itself', async () => {
      await fillInOffline(inDays(7));
      await expect(form(page).locator('[name="center"]')).toHaveValue('Dhaka Medical College');
      await restoreConnection(context);
      await expect(form(page).getByRole('alert')).toContainText('press Submit to send');
      await expect(offer).toBeHidden();
      expect(await datesOf(page.request, signedIn)).toEqual([inDays(6)]);
      await send.click();
      await expect(success).toBeVisible();
      expect(await datesOf(page.request, signedIn)).toEqual([inDays(6), inDays(7)]);
    });

    await test.step('what is no longer right can be changed, or thrown away', async () => {
      await fillInOffline(inDays(9));
      await page.goto('/about');
      await restoreConnection(context);
      await offered('Change it').click();
      await expect(form(page).locator('[name="center"]')).toHaveValue('Dhaka Medical College');
      await expect(form(page).locator('[name="date"]')).toHaveValue(inDays(9));
      await expect(offer).toBeHidden();

      await fillInOffline(inDays(10));
      await page.goto('/about');
      await restoreConnection(context);
      await offered('Discard').click();
      await expect(offer).toBeHidden();
      expect(await datesOf(page.request, signedIn)).toEqual([inDays(6), inDays(7)]);
    });
  });
