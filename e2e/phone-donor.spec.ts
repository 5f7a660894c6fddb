import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, fillForm, form, inDays } from './support/appointments.ts';
import { layoutShift, recordLayoutShifts } from './support/layout-shift.ts';
import { goodCard } from './support/payment.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

const card = (page: Page) => page.getByRole('article', { name: 'Your next donation' });

/** Expects that the page neither scrolls sideways nor has shifted. */
async function expectCalmPage(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
}

test('[APF-05] [PAY-03] [APT-03] a donor on a phone requests and pays in four taps, shows the pass and cancels another appointment, without swiping', async ({
  page,
  request,
  signedIn,
}) => {
  await addAppointment(request, signedIn, { date: inDays(30), center: 'City Hospital' });
  await recordLayoutShifts(page);
  let taps = 0;
  const tap = async (control: Locator) => {
    taps += 1;
    const width = (await control.boundingBox())?.x;
    expect(width).toBeGreaterThanOrEqual(0);
    await control.tap();
  };

  await test.step('from Submit to paid in four taps', async () => {
    await page.goto('/#request-appointment');
    await expect(form(page)).toBeVisible();
    await fillForm(page, { date: inDays(3), center: 'Dhaka Medical College' });
    await tap(form(page).getByRole('button', { name: 'Submit', exact: true }));
    const panel = page.getByRole('region', { name: 'You have an appointment' });
    await expect(panel).toBeFocused();
    await expect(panel).toContainText(inDays(3));
    await expectCalmPage(page);
    await expectAccessible(page);
    await tap(panel.getByRole('link', { name: 'Pay $5' }));
    await page.locator('[name="cardNumber"]').fill(goodCard);
    await page.locator('[name="cardExpiry"]').fill('12 / 40');
    await page.locator('[name="cardCvc"]').fill('123');
    await tap(page.getByRole('button', { name: 'Pay $5' }));
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('Payment Successful');
    await tap(dialog.getByRole('button', { name: 'OK' }));
    expect(taps).toBeLessThanOrEqual(4);
    await expect(page.getByRole('link', { name: 'Show pass' })).toBeVisible();
    await expectCalmPage(page);
  });

  await test.step('the pass', async () => {
    await page.getByRole('link', { name: 'Show pass' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Donation pass' })).toBeVisible();
    await expectCalmPage(page);
  });

  await test.step('the next donation and another appointment', async () => {
    await page.goto('/dashboard/appointments');
    await expect(card(page)).toContainText('In 3 days');
    await expect(card(page)).toContainText('Paid');
    await expect(card(page).getByRole('link', { name: 'Show pass' })).toBeVisible();
    await expectCalmPage(page);
    const other = page.getByRole('article', { name: inDays(30) });
    await other.getByRole('button', { name: 'Cancel' }).tap();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(`Your appointment: ${inDays(30)}, City Hospital`);
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Yes' }).tap();
    await expect(question).toContainText('Your Appointment has been Cancelled!');
    await question.getByRole('button', { name: 'OK' }).tap();
    await expect(other).toHaveCount(0);
    await expectAccessible(page);
  });
});
