import type { Page } from '@playwright/test';
import { languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment } from './support/appointments.ts';
import { dayIn } from './support/days.ts';
import { inLanguage } from './support/languages.ts';
import { payFor } from './support/pay-by-calls.ts';
import { isoDay, reminderToken } from './support/reminder-links.ts';
import { expect, test } from './support/test.ts';

const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

/** Keeps back who is signed in; the function returned lets it through and waits until the page has it. */
async function holdLookup(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const lookups = '**/identity/v1/accounts:lookup?*';
  await page.route(lookups, async (route) => {
    await held.promise;
    await route.continue();
  });
  return async () => {
    const looked = page.waitForResponse(lookups);
    held.resolve();
    await (await looked).finished();
  };
}

for (const language of languages) {
  const { path, say } = inLanguage(language);
  const said = (message: string, values = {}) => say(message, values, 'reminders');

  test(`the mail’s link cancels without signing in, after a question (${language})`, async ({
    page,
    request,
    member,
    site,
  }) => {
    const id = await addAppointment(request, member, { center: 'Dhaka Medical', date: dayIn('en', 4) });
    const day = isoDay(4);
    const token = await reminderToken(site, member, { purpose: 'cancel', appointmentId: id, day });
    await page.goto(`${path('/reminder')}#${token}`);
    await expect(title(page)).toHaveText(said('Cancel this appointment?'));
    await expect(page.getByRole('main')).toContainText('Dhaka Medical');
    await expect(page.getByRole('main')).toContainText(dayIn(language, 4));
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await expectAccessible(page);
    await page.getByRole('button', { name: said('Cancel this appointment') }).click();
    await expect(title(page)).toHaveText(said('This appointment is cancelled'));
    await expect(title(page)).toBeFocused();
    await expectAccessible(page);
    await page.reload();
    await expect(title(page)).toHaveText(said('This appointment is cancelled'));
    const headers = { Authorization: `Bearer ${member.accessToken}` };
    expect((await request.get(`/api/appointments/${id}`, { headers })).status()).toBe(404);
  });

  test(`reminders are stopped by a link, and switched on again on the account page (${language})`, async ({
    page,
    signedIn,
    site,
  }) => {
    const token = await reminderToken(site, signedIn, {
      purpose: 'stop',
      appointmentId: 'a',
      day: isoDay(4),
    });
    // The session is restored while the question is on screen, as on a slow phone.
    const restored = await holdLookup(page);
    await page.goto(`${path('/reminder')}#${token}`);
    await expect(title(page)).toHaveText(said('Stop reminders?'));
    await restored();
    await page.getByRole('button', { name: said('Stop reminders') }).click();
    await expect(title(page)).toHaveText(said('Reminders are stopped'));
    await expectAccessible(page);
    await page.getByRole('link', { name: said('Go to your account') }).click();
    const part = page.getByRole('region', { name: said('Reminders'), exact: true });
    await expect(part).toContainText(said('We do not remind you of your appointments.'));
    await part.getByRole('button', { name: said('Remind me again') }).click();
    await expect(part).toContainText(said('We write to you on the day before an appointment.'));
    await expectAccessible(page);
    await page.reload();
    await expect(part).toContainText(said('We write to you on the day before an appointment.'));
  });
}

test.describe('a link that cancels nothing any more says why', () => {
  test.use({ expectedErrors: [/status of (404|409|410|422)/] });

  test('paid while the question stood there, moved, too old, broken', async ({
    page,
    request,
    member,
    site,
  }) => {
    const day = isoDay(4);
    const id = await addAppointment(request, member, { date: dayIn('en', 4) });
    const cancel = { purpose: 'cancel', appointmentId: id, day } as const;
    const open = async (token: string) => {
      // Another address alone: the page that is open hears of it.
      await page.goto('about:blank');
      await page.goto(`/reminder#${token}`);
    };
    await open(await reminderToken(site, member, { ...cancel, day: isoDay(3) }));
    await expect(title(page)).toHaveText('This appointment has another date now');
    await expect(page.getByRole('main')).toContainText(dayIn('en', 4));

    await open(await reminderToken(site, member, cancel, -1));
    await expect(title(page)).toHaveText('This link is too old');
    await open('nonsense');
    await expect(title(page)).toHaveText('This link does not work');
    await open('');
    await expect(title(page)).toHaveText('This link does not work');
    await expectAccessible(page);

    await open(await reminderToken(site, member, cancel));
    await expect(title(page)).toHaveText('Cancel this appointment?');
    await payFor(request, member, id);
    await page.getByRole('button', { name: 'Cancel this appointment' }).click();
    await expect(title(page)).toHaveText('This appointment is paid');
    await expect(title(page)).toBeFocused();
    await expectAccessible(page);
  });
});
