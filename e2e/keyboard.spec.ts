import type { Page } from '@playwright/test';
import { untilAlive } from './support/alive.ts';
import { addAppointment, fillForm, form, inDays, openForm } from './support/appointments.ts';
import { expect, test } from './support/test.ts';

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Presses Tab until the wanted control has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, wanted: ReturnType<Page['getByRole']>): Promise<void> {
  const reached = () => wanted.evaluate((element) => element === document.activeElement);
  for (let count = 0; count < 80; count++) {
    if (await reached()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Eighty times Tab, and still not there.');
}

test('the way in: skip link, top bar, login, the page of origin, its heading', async ({ page, member }) => {
  await page.goto('/about');
  await press(page, 'Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await press(page, 'Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.goto('/about');
  await untilAlive(page.getByRole('banner').getByRole('link', { name: 'About Us' }));
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Login', exact: true }));
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeFocused();
  await press(page, 'Tab');
  await page.keyboard.type(member.email);
  await press(page, 'Tab');
  await page.keyboard.type('wrong password');
  await press(page, 'Tab', 'Tab');
  const login = page.getByRole('main').getByRole('button', { name: 'Login', exact: true });
  await expect(login).toBeFocused();
});

test.describe('a refused sign-in', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('[LGN-05] the focus stays on the button, and the next try works', async ({ page, member }) => {
    await page.goto('/login');
    const password = page.locator('[name="password"]');
    await page.locator('[name="email"]').fill(member.email);
    await password.fill('wrong password');
    await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Login', exact: true }));
    await press(page, 'Enter');
    await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty();
    await expect(page.getByRole('main').getByRole('button', { name: 'Login', exact: true })).toBeFocused();
    await password.fill(member.password);
    await press(page, 'Enter');
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });
});

test('[LGN-01] the forgotten password: to its page and back, with the address typed', async ({
  page,
  member,
}) => {
  await page.goto('/login');
  await page.locator('[name="email"]').fill(member.email);
  const forgotten = page.getByRole('button', { name: 'Forget Password ?' });
  await tabTo(page, forgotten);
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Send link' }));
  await press(page, 'Enter');
  await expect(page.getByText(`If ${member.email} has an account here`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send link' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Back to login' }));
  await press(page, 'Enter');
  await expect(forgotten).toBeFocused();
  await expect(page.locator('[name="email"]')).toHaveValue(member.email);
});

test('[APF-02] the calendar: arrows choose, Escape leaves, the focus comes back to its button', async ({
  page,
}) => {
  await openForm(page);
  const opener = form(page).getByRole('button', { name: 'Choose the date in a calendar' });
  await tabTo(page, opener);
  await press(page, 'Enter');
  await expect(page.getByRole('grid').getByRole('button', { name: inDays(0) })).toBeFocused();
  await press(page, 'Escape');
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(opener).toBeFocused();
  await press(page, 'Space');
  await expect(page.getByRole('grid').getByRole('button', { name: inDays(0) })).toBeFocused();
  await press(page, 'ArrowRight', 'ArrowDown', 'Enter');
  await expect(form(page).locator('[name="date"]')).toHaveValue(inDays(8));
  await expect(opener).toBeFocused();
});

test('[APF-03] [APF-05] a wrong field takes the focus; after success it stays on the button', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  await openForm(page);
  const send = form(page).getByRole('button', { name: 'Submit', exact: true });
  await tabTo(page, send);
  await press(page, 'Enter');
  await expect(form(page).locator('[name="name"]')).toBeFocused();
  await fillForm(page, { date: inDays(9) });
  await tabTo(page, send);
  await press(page, 'Space');
  await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
  await expect(send).toBeFocused();
});

test('[APT-03] cancelling: No first, the focus comes back; after Yes it is on the heading', async ({
  page,
  signedIn,
  request,
}) => {
  await addAppointment(request, signedIn);
  await page.goto('/dashboard/appointments');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeVisible();
  await tabTo(page, cancel);
  await press(page, 'Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'No' })).toBeFocused();
  await press(page, 'Tab');
  await expect(dialog.getByRole('button', { name: 'Yes' })).toBeFocused();
  await press(page, 'Escape');
  await expect(dialog.getByRole('button', { name: 'OK' })).toBeFocused();
  await press(page, 'Enter');
  await expect(dialog).toHaveCount(0);
  await expect(cancel).toBeFocused();
  // The list comes back late: the row goes only after the dialog has closed.
  const listed = Promise.withResolvers<void>();
  await page.route('**/api/appointments?*', async (route) => {
    await listed.promise;
    await route.continue();
  });
  await press(page, 'Enter', 'Tab', 'Enter');
  await expect(dialog).toContainText('Your Appointment has been Cancelled!');
  await expect(dialog.getByRole('button', { name: 'OK' })).toBeFocused();
  await press(page, 'Enter');
  await expect(dialog).toHaveCount(0);
  listed.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('[PAY-03] paying: from the table through the card to the dialog and back to the table', async ({
  page,
  signedIn,
  request,
}) => {
  await addAppointment(request, signedIn);
  await page.goto('/dashboard/appointments');
  const payment = page.getByRole('link', { name: 'Payment' });
  await expect(payment).toBeVisible();
  await tabTo(page, payment);
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeFocused();
  const pay = page.getByRole('button', { name: 'Pay', exact: true });
  await expect(pay).toBeEnabled();
  await tabTo(page, page.getByLabel('Card number'));
  await page.keyboard.type('4242424242424242');
  await press(page, 'Tab');
  await page.keyboard.type('1240');
  await press(page, 'Tab');
  await page.keyboard.type('123');
  await press(page, 'Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'OK' })).toBeFocused();
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Your Appointments/ })).toBeFocused();
  await tabTo(page, page.getByText('Paid', { exact: true }));
  await expect(page.getByRole('tooltip')).toContainText('Transaction id pi_');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('[NAV-02] [NAV-04] the menu holds the focus; Escape gives it back; a link leads to the heading', async ({
    page,
  }) => {
    await page.goto('/');
    const menu = page.getByRole('button', { name: 'Menu' });
    await untilAlive(menu);
    await tabTo(page, menu);
    await press(page, 'Enter');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeFocused();
    await press(page, 'Escape');
    await expect(menu).toBeFocused();
    await press(page, 'Enter');
    await tabTo(page, page.getByRole('button', { name: 'Pages' }));
    await press(page, 'Space', 'Tab');
    await expect(page.getByRole('link', { name: 'Submenu 1' })).toBeFocused();
    await press(page, 'Enter');
    await expect(page).toHaveURL(/\/donor$/);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('[NAV-05] the dashboard drawer gives the focus back, or to the heading of the next page', async ({
    page,
    signedIn,
  }) => {
    expect(signedIn.email).toBeTruthy();
    await page.goto('/dashboard/donors');
    const opener = page.getByRole('button', { name: 'Dashboard sections' });
    await expect(opener).toBeVisible();
    await tabTo(page, opener);
    await press(page, 'Enter');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeFocused();
    await press(page, 'Escape');
    await expect(opener).toBeFocused();
    await press(page, 'Enter');
    await tabTo(page, page.getByRole('dialog').getByRole('link', { name: 'Photo Gallery' }));
    await press(page, 'Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'PHOTO GALLERY' })).toBeFocused();
  });
});
