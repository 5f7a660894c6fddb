import { expectAccessible } from './support/accessible.ts';
import {
  addAppointment,
  fillForm,
  form,
  inDays,
  openForm,
  scrollToForm,
  submit,
} from './support/appointments.ts';
import { dayFromToday, inLanguage } from './support/languages.ts';
import { expectNoLayoutShift, recordLayoutShifts } from './support/layout-shift.ts';
import { registerMember, signIn } from './support/member.ts';
import { expect, test } from './support/test.ts';

const { path, translate } = inLanguage('bn');
const t = (message: string, values = {}) => translate(message, values, 'appointments');

test('[APF-01] [APF-02] [APF-03] [APF-04] [APF-05] [APF-06] [TST-01] a visitor fills in the form, signs in and requests an appointment', async ({
  page,
  member,
}) => {
  const field = (name: string) => form(page).locator(`[name="${name}"]`);

  await test.step('the form validates on submit and then on every change, with the specified messages', async () => {
    await openForm(page);
    await expect(field('date')).toHaveValue(inDays(0));
    await expect(field('bloodGroup')).toHaveValue('A+');
    await expect(form(page)).toContainText('You sign in at the end. Nothing you type is lost.');
    const groups = ['A+', 'O+', 'B+', 'AB+', 'A-', 'O-', 'B-', 'AB-'];
    expect(await field('bloodGroup').locator('option').allTextContents()).toEqual(groups);
    await field('name').fill('Ada');
    await expect(page.getByText('Minimum Four Character')).toHaveCount(0);
    await submit(page);
    await expect(page.getByText('Minimum Four Character')).toBeVisible();
    await expect(page.getByText('This Field Is Required')).toHaveCount(2);
    await field('phone').fill('0171');
    await expect(page.getByText('Please Input A Valid Phone Number')).toHaveCount(1);
    await field('opinion').fill('x'.repeat(201));
    await expect(page.getByText('Please Input A Valid Phone Number')).toHaveCount(2);
    await field('date').fill('');
    await expect(page.getByText('Date input not valid')).toBeVisible();
    await expectAccessible(page);
    await field('name').fill('Adam');
    await expect(page.getByText('Minimum Four Character')).toHaveCount(0);
    await field('date').fill('24/12/2026');
    await expect(page.getByText('Date input not valid')).toHaveCount(0);
    await field('date').blur();
    await expect(field('date'), 'how the date was understood').toHaveValue('December 24, 2026');
  });

  await test.step('a signed-out visitor sees "Sorry!" and the login page, and the draft is kept', async () => {
    await fillForm(page, { opinion: 'Kind people.', date: inDays(6) });
    await submit(page);
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText('Sorry!');
    await expect(alert).toContainText('You Have To Be Logged In To Proceed');
    await expectAccessible(page);
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.locator('input[name="email"]').fill(member.email);
    await page.locator('input[name="password"]').fill(member.password);
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page).not.toHaveURL(/\/login/);
    await expect(field('opinion')).toHaveValue('Kind people.');
    await expect(field('name')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('#request-appointment')).toBeFocused();
    await expect(field('date')).toHaveValue(inDays(6));
  });

  await test.step('the request is sent, and a toast at the top confirms it', async () => {
    await submit(page);
    const toast = page.getByText('SuccessFully Submitted');
    await expect(toast).toBeVisible();
    const box = await toast.boundingBox();
    const width = page.viewportSize()?.width ?? 0;
    expect(box?.y).toBeLessThan(150);
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(width / 4);
    await expect(field('name')).toHaveValue('');
    await expect(field('date')).toHaveValue(inDays(0));
    await expect(form(page)).not.toContainText('Filled in');
    await page.mouse.move(0, 500);
    await expect(toast).toBeHidden({ timeout: 8000 });
  });

  await test.step('a taken day shows an error and is marked in the calendar', async () => {
    await fillForm(page, { date: inDays(6), center: 'Elsewhere' });
    await submit(page);
    await expect(page.getByText(`You've Already Have an Appointment on ${inDays(6)}`)).toBeVisible();
    await expect(field('center')).toHaveValue('Elsewhere');
    await expect(field('date')).toBeFocused();
    await expect(field('date')).toHaveAccessibleDescription(/You have another appointment on this day/);
    await form(page)
      .getByRole('button', { name: /calendar/i })
      .click();
    const day = page.getByRole('grid').getByRole('button', { name: new RegExp(`${inDays(6)}\\b`) });
    await expect(day).toHaveAttribute('aria-label', /taken|already/i);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('grid')).toHaveCount(0);
  });

  await test.step('the form has the details of the last request, until it is cleared', async () => {
    await page.goto('/');
    await scrollToForm(page);
    await expect(field('name')).toHaveValue('Rahima Khatun');
    await expect(field('phone')).toHaveValue('01712345678');
    await expect(field('center')).toHaveValue('Dhaka Medical College');
    await expect(field('date')).toHaveValue(inDays(0));
    await expectAccessible(page);
    await field('center').fill('Elsewhere');
    await form(page).getByRole('button', { name: 'Clear' }).click();
    await expect(field('name')).toBeFocused();
    for (const name of ['name', 'phone', 'opinion']) await expect(field(name)).toHaveValue('');
    await expect(field('center')).toHaveValue('Elsewhere');
  });

  await test.step('the Bengali form shows and accepts Bengali days and digits', async () => {
    await page.goto(path('/'));
    await scrollToForm(page);
    const send = form(page).getByRole('button', { name: t('Submit'), exact: true });
    await expect(send).toBeEnabled();
    await expect(field('date')).toHaveValue(dayFromToday('bn', 0));
    await fillForm(page, { phone: '০১৭', date: 'পরশু', name: '' });
    await send.click();
    for (const message of [
      'This Field Is Required',
      'Please Input A Valid Phone Number',
      'Date input not valid',
    ])
      await expect(form(page)).toContainText(t(message));
    await expectAccessible(page);

    await fillForm(page, { phone: '+৮৮০ ১৭১২-৩৪৫৬৭৮', date: dayFromToday('bn', 5), center: 'ঢাকা মেডিকেল' });
    await send.click();
    await expect(page.getByText(t('SuccessFully Submitted'))).toBeVisible();
    await fillForm(page, { date: dayFromToday('bn', 5) });
    await send.click();
    const duplicateMessage = t("You've Already Have an Appointment on {0}", { 0: dayFromToday('bn', 5) });
    await expect(page.getByText(duplicateMessage)).toBeVisible();
  });
});

test.describe('the list', () => {
  test.use({ expectedErrors: [/status of 500|Failed to load/] });

  test('[APT-01] [APT-02] [APT-03] [CCH-01] a member sees and cancels only their own appointments', async ({
    page,
    request,
    signedIn,
  }) => {
    const main = page.getByRole('main');
    const greeting = page.getByRole('heading', { name: `hello ${signedIn.name} , Your Appointments` });
    await addAppointment(request, signedIn, { date: inDays(3), center: 'Dhaka Medical College' });
    await addAppointment(request, signedIn, { date: inDays(5), center: 'ঢাকা মেডিকেল' });
    await addAppointment(request, signedIn, { date: inDays(7), center: 'A private place' });

    await test.step('a list that fails to load is retried automatically, then shows an error with a Try again button', async () => {
      let callCount = 0;
      await page.goto('/');
      await page.clock.install();
      await page.route('**/api/appointments?*', (route) => {
        callCount += 1;
        return route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'No.' } } });
      });
      await page.getByRole('banner').getByRole('link', { name: 'DashBoard' }).click();
      const callsAfterWait = async () => {
        await page.clock.runFor(10_000);
        return callCount;
      };
      await expect.poll(callsAfterWait).toBe(4);
      const retryButton = page.getByRole('button', { name: 'Try again' });
      await expect(retryButton).toBeVisible();
      const message = 'Your appointments could not be loaded. Something went wrong on our side. Try again.';
      await expect(page.getByRole('main').getByRole('alert').first()).toContainText(message);
      expect(await callsAfterWait()).toBe(4);
      await expectAccessible(page);
      await page.unroute('**/api/appointments?*');
      await retryButton.click();
      await expect(retryButton).toHaveCount(0);
    });

    await test.step('the table', async () => {
      await expect(greeting).toBeVisible();
      const row = page.getByRole('row').filter({ hasText: inDays(3) });
      await expect(row).toContainText('Dhaka Medical College');
      const titles = ['Name', 'Blood Group', 'Donation Center', 'Donation Date', 'Phone', 'Action'];
      expect(await page.getByRole('columnheader').allTextContents()).toEqual(titles);
      await expect(row.getByRole('link', { name: 'Payment' })).toHaveAttribute(
        'href',
        /^\/dashboard\/payment\/.+/,
      );
      for (const cell of await row.getByRole('cell').all())
        expect((await cell.boundingBox())?.width).toBeGreaterThanOrEqual(170);
      await page.setViewportSize({ width: 1440, height: 900 });
      const frame = page.getByRole('region', { name: 'Your appointments' });
      expect(
        await frame.evaluate((element) => element.scrollWidth - element.clientWidth),
        'no scrolling',
      ).toBe(0);
      await page.setViewportSize({ width: 1280, height: 720 });
      await expectAccessible(page);
    });

    await test.step('canceling asks for confirmation', async () => {
      const row = page.getByRole('row').filter({ hasText: inDays(3) });
      await row.getByRole('button', { name: 'Cancel' }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText('Are you sure?');
      await expect(question).toContainText(
        'Once deleted, you will not be able to recover this Appointment !',
      );
      await expectAccessible(page);
      await question.getByRole('button', { name: 'No' }).click();
      await expect(page.getByText("If You Are in Need Of Blood We'll be there")).toBeVisible();
      await question.getByRole('button', { name: 'OK' }).click();
      await expect(row).toHaveCount(1);

      await row.getByRole('button', { name: 'Cancel' }).click();
      await question.getByRole('button', { name: 'Yes' }).click();
      await expect(page.getByText('Your Appointment has been Cancelled!')).toBeVisible();
      await question.getByRole('button', { name: 'OK' }).click();
      await expect(row).toHaveCount(0);
    });

    await test.step('in Bengali', async () => {
      await recordLayoutShifts(page);
      await page.goto(path('/dashboard/appointments'));
      const row = page.getByRole('row').filter({ hasText: 'ঢাকা মেডিকেল' });
      await expect(row).toContainText(dayFromToday('bn', 5));
      await expect(row).toContainText('01712345678');
      await expect(row.getByRole('button', { name: t('Cancel'), exact: true })).toBeVisible();
      await expectNoLayoutShift(page);
      await expectAccessible(page);
    });

    await test.step('two users of one browser never see each other’s appointments', async () => {
      await page.goto('/dashboard/appointments');
      await expect(main.getByRole('cell', { name: 'A private place' })).toBeVisible();
      await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
      await expect(page).toHaveURL(/\/login$/);
      await signIn(page, await registerMember(request));
      await page.getByRole('banner').getByRole('link', { name: 'DashBoard' }).click();
      await expect(greeting).toBeVisible();
      await expect(main.getByText('A private place')).toHaveCount(0);
      await expectAccessible(page);
    });
  });
});
