import type { Page } from '@playwright/test';
import { bookableDays, formatLongDate } from '#contract/days.ts';
import {
  addAppointment,
  fillForm,
  form,
  inDays,
  openForm,
  submit,
  weekdayInDays,
} from './support/appointments.ts';
import { signIn } from './support/member.ts';
import { expect, test } from './support/test.ts';

const day = 86_400_000;

const toAppointments = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'DashBoard' }).click();

test.describe('a wrong device clock', () => {
  test.use({ expectedErrors: [/status of 422/] });

  test('[APF-02] [IDP-10] a clock a year ahead or a day behind: the form has the right days; correcting it ends no session', async ({
    page,
    member,
    request,
  }) => {
    const cell = page.getByRole('cell', { name: inDays(5) });
    await page.clock.install({ time: Date.now() + 400 * day });

    await test.step('one year ahead', async () => {
      await signIn(page, member);
      await openForm(page);
      await expect(form(page).locator('[name="date"]')).toHaveValue(inDays(0));
      await fillForm(page, { date: inDays(400) });
      await submit(page);
      const { first } = bookableDays(Date.now());
      await expect(form(page)).toContainText(`Choose a day from ${formatLongDate(first)}`);
      await form(page).getByRole('button', { name: 'Choose the date in a calendar' }).click();
      const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' }).format(new Date());
      await expect(page.getByRole('dialog').getByRole('grid', { name: month })).toBeVisible();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await fillForm(page, { date: inDays(5) });
      await submit(page);
      await expect(
        page.getByRole('region', { name: `You have an appointment ${weekdayInDays(5)}` }),
      ).toBeVisible();
      await toAppointments(page);
      await expect(cell).toBeVisible();
    });

    for (const days of [-4, 4])
      await test.step(`wrong by ${days} days, then corrected`, async () => {
        await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
        await expect(page).toHaveURL(/\/login$/);
        await page.clock.setSystemTime(Date.now() - days * day);
        await signIn(page, member);
        await page.clock.setSystemTime(Date.now());
        await toAppointments(page);
        await expect(cell).toBeVisible();
        await page.reload();
        await expect(cell).toBeVisible();
      });

    await test.step("one day behind: the form starts with the server's today, and a day that is over is not for paying", async () => {
      await page.clock.setSystemTime(Date.now() - day);
      await openForm(page);
      await expect(form(page).locator('[name="date"]')).toHaveValue(inDays(0));
      await fillForm(page, { date: inDays(-1) });
      await submit(page);
      const requested = page.getByRole('region', { name: `You have an appointment ${weekdayInDays(-1)}` });
      await expect(requested).toContainText('This day is over.');
      await expect(form(page).locator('[name="date"]')).toHaveValue(inDays(0));
      await requested.getByRole('link', { name: 'See your appointment' }).click();
      const card = page.getByRole('article', { name: inDays(-1) });
      await expect(card).toContainText('This day is over.');
      await expect(card.getByRole('button', { name: 'Change date' })).toBeVisible();
      await expect(card.getByRole('link')).toHaveCount(0);
      const row = page.getByRole('row').filter({ hasText: inDays(-1) });
      await row.getByRole('link', { name: 'Payment' }).click();
      const payment = page.locator('main form');
      await expect(payment).toContainText('This day is over.');
      await expect(payment.getByRole('button', { name: 'Change date' })).toBeVisible();
      await expect(payment.getByRole('button', { name: /^Pay / })).toBeEnabled();
      await payment.getByRole('button', { name: 'Cancel', exact: true }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: 'Yes' }).click();
      await question.getByRole('button', { name: 'OK' }).click();
      await expect(page).toHaveURL(/\/dashboard\/appointments$/);
      await expect(row).toHaveCount(0);
    });

    await test.step('a donor who has gone to another page while an appointment is canceled stays there', async () => {
      const id = await addAppointment(request, member, { date: inDays(-1) });
      await page.goto(`/dashboard/pass/${id}`);
      const answered = Promise.withResolvers<void>();
      await page.route(`**/api/appointments/${id}`, async (route) => {
        await answered.promise;
        await route.continue();
      });
      const question = page.getByRole('alertdialog');
      await page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }).click();
      await question.getByRole('button', { name: 'Yes' }).click();
      await page.getByRole('link', { name: 'Your account' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
      answered.resolve();
      await question.getByRole('button', { name: 'OK' }).click();
      await expect(question).toBeHidden();
      await page.getByRole('link', { name: 'My donations' }).click();
      await expect(page).toHaveURL(/\/dashboard\/donations$/);
      await page.goBack();
      await expect(page).toHaveURL(/\/dashboard\/account$/);
      await toAppointments(page);
      await expect(cell).toBeVisible();
      await expect(page.getByRole('row').filter({ hasText: inDays(-1) })).toHaveCount(0);
    });
  });
});
