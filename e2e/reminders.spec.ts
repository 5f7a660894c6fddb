import type { Page } from '@playwright/test';
import { languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment } from './support/appointments.ts';
import { dayFromToday, inLanguage } from './support/languages.ts';
import { payThroughApi } from './support/pay-through-api.ts';
import { dayAhead, reminderToken } from './support/reminder-links.ts';
import { expect, test } from './support/test.ts';

const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

/** Holds back the user lookup. The returned function releases it and waits for the response. */
async function delayLookup(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const lookups = '**/identity/v1/accounts:lookup?*';
  await page.route(lookups, async (route) => {
    await held.promise;
    await route.continue();
  });
  return async () => {
    const responded = page.waitForResponse(lookups);
    held.resolve();
    await (await responded).finished();
  };
}

// Chromium logs an error for the responses to links that no longer cancel anything.
test.use({ expectedErrors: [/status of (404|409|410|422)/] });

test('the emailed link cancels after a confirmation, without signing in; an unusable link says why', async ({
  page,
  request,
  member,
  site,
}) => {
  const main = page.getByRole('main');
  const book = (daysAhead: number) =>
    addAppointment(request, member, { center: 'Dhaka Medical', date: dayFromToday('en', daysAhead) });
  const tokenFor = (appointmentId: string, daysAhead: number, expiresInDays?: number) =>
    reminderToken(
      site,
      member,
      { purpose: 'cancel', appointmentId, day: dayAhead(daysAhead) },
      expiresInDays,
    );
  const open = async (token: string, address = '/reminder') => {
    // Unloads the page first: a changed hash alone would not reload it.
    await page.goto('about:blank');
    await page.goto(`${address}#${token}`);
  };

  for (const language of languages)
    await test.step(`the link cancels the appointment (${language})`, async () => {
      const { path, translate } = inLanguage(language);
      const t = (message: string) => translate(message, {}, 'reminders');
      const id = await book(4);
      await open(await tokenFor(id, 4), path('/reminder'));
      await expect(title(page)).toHaveText(t('Cancel this appointment?'));
      await expect(main).toContainText('Dhaka Medical');
      await expect(main).toContainText(dayFromToday(language, 4));
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
      await expectAccessible(page);
      await page.getByRole('button', { name: t('Cancel this appointment') }).click();
      await expect(title(page)).toHaveText(t('This appointment is canceled'));
      await expect(title(page)).toBeFocused();
      await expectAccessible(page);
      await page.reload();
      await expect(title(page)).toHaveText(t('This appointment is canceled'));
      const headers = { Authorization: `Bearer ${member.accessToken}` };
      expect((await request.get(`/api/appointments/${id}`, { headers })).status()).toBe(404);
    });

  await test.step('a moved appointment, an expired link, a broken link, and an appointment paid while the page is open', async () => {
    const id = await book(4);
    await open(await tokenFor(id, 3));
    await expect(title(page)).toHaveText('This appointment has moved');
    await expect(main).toContainText(dayFromToday('en', 4));

    await open(await tokenFor(id, 4, -1));
    await expect(title(page)).toHaveText('This link has expired');
    for (const broken of ['nonsense', '']) {
      await open(broken);
      await expect(title(page)).toHaveText('This link does not work');
    }
    await expectAccessible(page);

    await open(await tokenFor(id, 4));
    await expect(title(page)).toHaveText('Cancel this appointment?');
    await payThroughApi(request, member, id);
    await page.getByRole('button', { name: 'Cancel this appointment' }).click();
    await expect(title(page)).toHaveText('This appointment is paid');
    await expect(title(page)).toBeFocused();
    await expectAccessible(page);
  });
});

test('an emailed link turns off reminders, and the account page turns them on again', async ({
  page,
  signedIn,
  site,
}) => {
  const stop = { purpose: 'stop', appointmentId: 'a', day: dayAhead(4) } as const;
  for (const language of languages)
    await test.step(language, async () => {
      const { path, translate } = inLanguage(language);
      const t = (message: string) => translate(message, {}, 'reminders');
      // The session is restored while the page shows the question, as on a slow phone.
      const restored = await delayLookup(page);
      await page.goto(`${path('/reminder')}#${await reminderToken(site, signedIn, stop)}`);
      await expect(title(page)).toHaveText(t('Turn off reminders?'));
      await expect(page.getByRole('link', { name: t('Keep reminders on') })).toBeVisible();
      await restored();
      await page.getByRole('button', { name: t('Turn off reminders') }).click();
      await expect(title(page)).toHaveText(t('Reminders are off'));
      await expectAccessible(page);
      await page.getByRole('link', { name: t('Go to your account') }).click();
      const section = page.getByRole('region', { name: t('Reminders'), exact: true });
      await expect(section).toContainText(t("You don't receive appointment reminders."));
      await section.getByRole('button', { name: t('Turn on reminders') }).click();
      await expect(section).toContainText(
        t('We email you the day before an appointment once you have confirmed your email address.'),
      );
      await expectAccessible(page);
      await page.reload();
      await expect(section).toContainText(
        t('We email you the day before an appointment once you have confirmed your email address.'),
      );
      await page.unrouteAll({ behavior: 'wait' });
    });
});
