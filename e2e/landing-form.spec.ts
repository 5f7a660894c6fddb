import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { section } from './support/landing.ts';
import { replaceStorage } from './support/member.ts';
import { expect, test } from './support/test.ts';

const fields = ['name', 'phone', 'center', 'bloodGroup', 'date', 'opinion'];
const strip = (page: Page) => section(page, 'We are helping people from 40 years');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Request Appointment' });

/** Opens the dialog with the form. Its button is interactive once the form section above it has loaded. */
async function openWindow(page: Page): Promise<void> {
  await page.goto('/');
  await page.locator('#request-appointment').scrollIntoViewIfNeeded();
  await expect(page.locator('#request-appointment form')).toBeVisible();
  await strip(page).getByRole('button', { name: 'Request Appointment' }).click();
  await expect(dialog(page).locator('form')).toBeVisible();
}

async function fillIn(page: Page): Promise<void> {
  await dialog(page).locator('[name=name]').fill('Rahima Khatun');
  await dialog(page).locator('[name=phone]').fill('01712345678');
  await dialog(page).locator('[name=center]').fill('Dhaka Medical College');
  await dialog(page).getByRole('button', { name: 'Submit' }).click();
}

test('[LND-01] [LND-10] [LND-11] the section has the form; a checkbox opens it in a dialog, which confirms or asks to log in', async ({
  page,
  context,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  await page.goto('/');
  const join = page.getByRole('link', { name: 'join with us' });
  await expect(join).toHaveAttribute('href', '/dashboard/appointments');
  await join.click();
  await expect(page).toHaveURL(/\/dashboard\/appointments$/);
  await page.goBack();
  const form = page.locator('#request-appointment');
  await form.scrollIntoViewIfNeeded();
  for (const name of fields) await expect(form.locator(`[name=${name}]`)).toBeVisible();
  await expect(page.locator('form')).toHaveCount(1);
  const checkbox = strip(page).locator('input[type=checkbox]');
  await expect(checkbox).not.toBeChecked();
  await strip(page).getByRole('button', { name: 'Request Appointment' }).click();
  await expect(checkbox).toBeChecked();
  for (const name of fields) await expect(dialog(page).locator(`[name=${name}]`)).toBeVisible();
  await dialog(page).locator('[name=center]').fill('River Road');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(checkbox).not.toBeChecked();
  await expect(checkbox).toBeFocused();
  await expect(page.locator('form')).toHaveCount(2);
  await page.keyboard.press('Space');
  await expect(dialog(page).locator('[name=center]')).toHaveValue('River Road');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(checkbox).not.toBeChecked();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await page.mouse.click(3, 3);
  await expect(dialog(page)).toBeHidden();
  await expect(checkbox).not.toBeChecked();

  await test.step('a request in the dialog shows its toast above the dialog', async () => {
    await openWindow(page);
    await fillIn(page);
    await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    const requested = page.getByRole('region', { name: 'You have an appointment' });
    await expect(requested).toBeFocused();
    await expect(requested).toBeInViewport({ ratio: 1 });
    await expect(requested.getByRole('link', { name: 'Pay $5' })).toHaveAttribute(
      'href',
      /^\/dashboard\/payment\/.+/,
    );
    await strip(page).getByRole('button', { name: 'Request Appointment' }).click();
    await fillIn(page);
    const errorToast = page.getByText("You've Already Have an Appointment");
    await expect(errorToast).toBeVisible();
    const isOnTop = () =>
      errorToast.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const layer = element.closest('[popover]');
        return layer?.matches(':popover-open') && x >= 0 && y >= 0 && width > 0 && y + height < innerHeight;
      });
    // The toast moves in from the edge of the window.
    await expect.poll(isOnTop).toBe(true);
    // Hovering keeps the toast open. On a slow machine the accessibility check takes longer than a toast.
    await errorToast.hover();
    await expectAccessible(page);
    // Elements outside an open modal dialog are inert, so the toasts must be inside it.
    const toasts = page.getByRole('region', { name: /Notifications/ });
    await toasts.getByRole('button', { name: 'Dismiss' }).first().click();
    await expect(errorToast).toBeHidden();
    await expect(dialog(page)).toBeVisible();
    await fillIn(page);
    await expect(errorToast).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(errorToast).toBeVisible();
  });

  await test.step('a visitor in the dialog has to log in', async () => {
    await replaceStorage(context);
    await openWindow(page);
    await fillIn(page);
    const alert = page.getByRole('alertdialog');
    await expect(alert).toContainText('You Have To Be Logged In To Proceed');
    await alert.getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('with the data saver, only the first screen has scripts (130 KiB in 15 files) until a scroll', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const connection = { saveData: true, effectiveType: '4g' };
    Object.defineProperty(navigator, 'connection', { value: connection });
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const appointment = page.locator('#request-appointment');
  await expect(appointment.locator('form')).toHaveCount(0);
  const sizes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map((entry) => (entry as PerformanceResourceTiming).transferSize),
  );
  expect(sizes.length).toBeLessThanOrEqual(15);
  expect(Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024)).toBeLessThanOrEqual(130);
  await appointment.scrollIntoViewIfNeeded();
  await expect(appointment.locator('form')).toBeVisible();
});
