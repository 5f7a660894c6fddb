import type { Page } from '@playwright/test';
import { languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment } from './support/appointments.ts';
import { dayIn } from './support/days.ts';
import { inLanguage } from './support/languages.ts';
import { payFor } from './support/pay-through-api.ts';
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

// What the server says of links that cancel nothing any more.
test.use({ expectedErrors: [/status of (404|409|410|422)/] });

test('the mail’s link cancels without signing in, after a question; one that cancels nothing any more says why', async ({
  page,
  request,
  member,
  site,
}) => {
  const main = page.getByRole('main');
  const book = (ahead: number) =>
    addAppointment(request, member, { center: 'Dhaka Medical', date: dayIn('en', ahead) });
  const tokenFor = (appointmentId: string, ahead: number, ends?: number) =>
    reminderToken(site, member, { purpose: 'cancel', appointmentId, day: isoDay(ahead) }, ends);
  const open = async (token: string, address = '/reminder') => {
    // Another address alone: the page that is open hears of it.
    await page.goto('about:blank');
    await page.goto(`${address}#${token}`);
  };

  for (const language of languages)
    await test.step(`it cancels (${language})`, async () => {
      const { path, say } = inLanguage(language);
      const said = (message: string) => say(message, {}, 'reminders');
      const id = await book(4);
      await open(await tokenFor(id, 4), path('/reminder'));
      await expect(title(page)).toHaveText(said('Cancel this appointment?'));
      await expect(main).toContainText('Dhaka Medical');
      await expect(main).toContainText(dayIn(language, 4));
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
      await expectAccessible(page);
      await page.getByRole('button', { name: said('Cancel this appointment') }).click();
      await expect(title(page)).toHaveText(said('This appointment is canceled'));
      await expect(title(page)).toBeFocused();
      await expectAccessible(page);
      await page.reload();
      await expect(title(page)).toHaveText(said('This appointment is canceled'));
      const headers = { Authorization: `Bearer ${member.accessToken}` };
      expect((await request.get(`/api/appointments/${id}`, { headers })).status()).toBe(404);
    });

  await test.step('moved, too old, broken, paid while the question stood there', async () => {
    const id = await book(4);
    await open(await tokenFor(id, 3));
    await expect(title(page)).toHaveText('This appointment has moved');
    await expect(main).toContainText(dayIn('en', 4));

    await open(await tokenFor(id, 4, -1));
    await expect(title(page)).toHaveText('This link has expired');
    for (const broken of ['nonsense', '']) {
      await open(broken);
      await expect(title(page)).toHaveText('This link does not work');
    }
    await expectAccessible(page);

    await open(await tokenFor(id, 4));
    await expect(title(page)).toHaveText('Cancel this appointment?');
    await payFor(request, member, id);
    await page.getByRole('button', { name: 'Cancel this appointment' }).click();
    await expect(title(page)).toHaveText('This appointment is paid');
    await expect(title(page)).toBeFocused();
    await expectAccessible(page);
  });
});

test('reminders are stopped by a link, and switched on again on the account page', async ({
  page,
  signedIn,
  site,
}) => {
  const stop = { purpose: 'stop', appointmentId: 'a', day: isoDay(4) } as const;
  for (const language of languages)
    await test.step(language, async () => {
      const { path, say } = inLanguage(language);
      const said = (message: string) => say(message, {}, 'reminders');
      // The session is restored while the question is on screen, as on a slow phone.
      const restored = await holdLookup(page);
      await page.goto(`${path('/reminder')}#${await reminderToken(site, signedIn, stop)}`);
      await expect(title(page)).toHaveText(said('Turn off reminders?'));
      await expect(page.getByRole('link', { name: said('Keep reminders on') })).toBeVisible();
      await restored();
      await page.getByRole('button', { name: said('Turn off reminders') }).click();
      await expect(title(page)).toHaveText(said('Reminders are off'));
      await expectAccessible(page);
      await page.getByRole('link', { name: said('Go to your account') }).click();
      const part = page.getByRole('region', { name: said('Reminders'), exact: true });
      await expect(part).toContainText(said("You don't receive appointment reminders."));
      await part.getByRole('button', { name: said('Turn on reminders') }).click();
      await expect(part).toContainText(said('We email you the day before an appointment.'));
      await expectAccessible(page);
      await page.reload();
      await expect(part).toContainText(said('We email you the day before an appointment.'));
      await page.unrouteAll({ behavior: 'wait' });
    });
});
