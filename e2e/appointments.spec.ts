import { expectAccessible } from './support/accessible.ts';
import { fillForm, form, inDays, openForm, submit } from './support/appointments.ts';
import { signIn } from './support/member.ts';
import { expect, test } from './support/test.ts';

test('[APF-01] [APF-02] [APF-03] the form checks on submit, then on every change, in the given words', async ({
  page,
}) => {
  await openForm(page);
  await expect(form(page).locator('[name="date"]')).toHaveValue(inDays(0));
  await expect(form(page).locator('[name="bloodGroup"]')).toHaveValue('A+');
  expect(await form(page).locator('[name="bloodGroup"] option').allTextContents()).toEqual([
    'A+',
    'O+',
    'B+',
    'AB+',
    'A-',
    'O-',
    'B-',
    'AB-',
  ]);
  await form(page).locator('[name="name"]').fill('Ada');
  await expect(page.getByText('Minimum Four Character')).toHaveCount(0);
  await submit(page);
  await expect(page.getByText('Minimum Four Character')).toBeVisible();
  await expect(page.getByText('This Field Is Required')).toHaveCount(2);
  await form(page).locator('[name="phone"]').fill('0171');
  await expect(page.getByText('Please Input A Valid Phone Number')).toHaveCount(1);
  await form(page).locator('[name="opinion"]').fill('x'.repeat(201));
  await expect(page.getByText('Please Input A Valid Phone Number')).toHaveCount(2);
  await form(page).locator('[name="date"]').fill('');
  await expect(page.getByText('Date input not valid')).toBeVisible();
  await expectAccessible(page);
  await form(page).locator('[name="name"]').fill('Adam');
  await expect(page.getByText('Minimum Four Character')).toHaveCount(0);
  await form(page).locator('[name="date"]').fill('2026-12-24');
  await expect(page.getByText('Date input not valid')).toHaveCount(0);
});

test('[APF-04] signed out: "Sorry!", then sign-in; the draft is still there afterwards', async ({
  page,
  member,
}) => {
  await openForm(page);
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
  await form(page).scrollIntoViewIfNeeded();
  await expect(form(page).locator('[name="opinion"]')).toHaveValue('Kind people.');
  await expect(form(page).locator('[name="date"]')).toHaveValue(inDays(6));
  await submit(page);
  await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
});

test('[APF-05] [APF-06] [APT-01] [APT-02] [APT-03] [TST-01] a member requests, sees and cancels', async ({
  page,
  signedIn,
}) => {
  await openForm(page);
  await fillForm(page, { date: inDays(3) });
  await submit(page);
  const toast = page.getByText('SuccessFully Submitted');
  await expect(toast).toBeVisible();
  const box = await toast.boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect(box?.y).toBeLessThan(150);
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(width / 4);
  await expect(form(page).locator('[name="name"]')).toHaveValue('');
  await expect(form(page).locator('[name="date"]')).toHaveValue(inDays(0));
  await page.mouse.move(0, 500);
  await expect(toast).toBeHidden({ timeout: 8000 });

  await fillForm(page, { date: inDays(3), center: 'Elsewhere' });
  await submit(page);
  await expect(page.getByText(`You've Already Have an Appointment on ${inDays(3)}`)).toBeVisible();
  await expect(form(page).locator('[name="center"]')).toHaveValue('Elsewhere');

  await page.goto('/dashboard/appointments');
  await expect(
    page.getByRole('heading', { name: `hello ${signedIn.name} , Your Appointments` }),
  ).toBeVisible();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Name',
    'Blood Group',
    'Donation Center',
    'Donation Date',
    'Phone',
    'Action',
  ]);
  const row = page.getByRole('row').filter({ hasText: inDays(3) });
  await expect(row).toContainText('Dhaka Medical College');
  await expect(row.getByRole('link', { name: 'Payment' })).toHaveAttribute(
    'href',
    /^\/dashboard\/payment\/.+/,
  );
  for (const cell of await row.getByRole('cell').all()) {
    expect((await cell.boundingBox())?.width).toBeGreaterThanOrEqual(170);
  }
  await expectAccessible(page);

  await row.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Are you sure?');
  await expect(question).toContainText('Once deleted, you will not be able to recover this Appointment !');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'No' }).click();
  await expect(page.getByText("If You Are in Need Of Blood We'll be there")).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(row).toHaveCount(1);

  await row.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Your Appointment has been Cancelled!')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(row).toHaveCount(0);
  await expectAccessible(page);
});

test('[APF-02] the calendar marks the days that are taken by appointments of one’s own', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  await openForm(page);
  await fillForm(page, { date: inDays(2) });
  await submit(page);
  await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
  await form(page).locator('[name="date"]').fill(inDays(2));
  await form(page)
    .getByRole('button', { name: /calendar/i })
    .click();
  const day = page.getByRole('grid').getByRole('button', { name: new RegExp(inDays(2).replace(/,.*/, '')) });
  await expect(day).toHaveAttribute('aria-label', /taken|already/i);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid')).toHaveCount(0);
});

test.describe('when the list cannot be loaded', () => {
  test.use({ expectedErrors: [/status of 500|Failed to load/] });

  test('[APT-01] [CCH-01] it is tried again by itself, then says so and offers another try', async ({
    page,
    signedIn,
  }) => {
    expect(signedIn.email).toBeTruthy();
    let calls = 0;
    await page.goto('/');
    await page.clock.install();
    await page.route('**/api/appointments?*', (route) => {
      calls += 1;
      return route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'No.' } } });
    });
    await page.getByRole('banner').getByRole('link', { name: 'DashBoard' }).click();
    const afterAWhile = async () => {
      await page.clock.runFor(10_000);
      return calls;
    };
    await expect.poll(afterAWhile).toBe(4);
    const again = page.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    expect(await afterAWhile()).toBe(4);
    await expectAccessible(page);
    await page.unroute('**/api/appointments?*');
    await again.click();
    await expect(again).toHaveCount(0);
  });
});

test('two people on one browser never see each other’s appointments', async ({
  page,
  signedIn,
  browser,
  baseURL,
}) => {
  expect(signedIn.email).toBeTruthy();
  await openForm(page);
  await fillForm(page, { center: 'A private place' });
  await submit(page);
  await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'DashBoard' }).click();
  await expect(page.getByText('A private place')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);

  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const { registerMember } = await import('./support/member.ts');
  const other = await registerMember(context.request);
  await context.close();
  await signIn(page, other);
  await page.getByRole('banner').getByRole('link', { name: 'DashBoard' }).click();
  await expect(page.getByRole('heading', { name: `hello ${other.name} , Your Appointments` })).toBeVisible();
  await expect(page.getByText('A private place')).toHaveCount(0);
});
