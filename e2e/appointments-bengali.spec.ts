import { expectAccessible } from './support/accessible.ts';
import { fillForm, form } from './support/appointments.ts';
import { dayIn } from './support/days.ts';
import { inLanguage } from './support/languages.ts';
import { expect, test } from './support/test.ts';

const { path, say } = inLanguage('bn');
const said = (message: string, values = {}) => say(message, values, 'appointments');

test('the form shows and takes Bengali days and digits; the list, the question and the toasts are Bengali', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  await page.goto(path('/'));
  await form(page).scrollIntoViewIfNeeded();
  const submit = form(page).getByRole('button', { name: said('Submit'), exact: true });
  await expect(submit).toBeEnabled();
  const date = form(page).locator('[name="date"]');
  await expect(date).toHaveValue(dayIn('bn', 0));

  await fillForm(page, { phone: '০১৭', date: 'পরশু', name: '' });
  await submit.click();
  for (const message of [
    'This Field Is Required',
    'Please Input A Valid Phone Number',
    'Date input not valid',
  ])
    await expect(form(page)).toContainText(said(message));
  await expectAccessible(page);

  await fillForm(page, { phone: '০১৭১২৩৪৫৬৭৮', date: dayIn('bn', 5), center: 'ঢাকা মেডিকেল' });
  await submit.click();
  await expect(page.getByText(said('SuccessFully Submitted'))).toBeVisible();
  await fillForm(page, { date: dayIn('bn', 5) });
  await submit.click();
  const taken = said("You've Already Have an Appointment on {0}", { 0: dayIn('bn', 5) });
  await expect(page.getByText(taken)).toBeVisible();

  await form(page)
    .getByRole('button', { name: said('Choose the date in a calendar') })
    .click();
  await expect(page.getByRole('grid').getByRole('button', { name: dayIn('bn', 5) })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.goto(path('/dashboard/appointments'));
  const row = page.getByRole('row').filter({ hasText: 'ঢাকা মেডিকেল' });
  await expect(row).toContainText(dayIn('bn', 5));
  await expect(row).toContainText('01712345678');
  await row.getByRole('button', { name: said('Cancel'), exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(said('Are you sure?'));
  await expectAccessible(page);
  await question.getByRole('button', { name: say('Yes') }).click();
  await expect(page.getByText(said('Your Appointment has been Cancelled!'))).toBeVisible();
});
