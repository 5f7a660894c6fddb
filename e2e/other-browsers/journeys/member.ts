import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { inDays } from '../../support/appointments.ts';
import type { Page } from '../page/page.ts';
import {
  alertButton,
  button,
  closeToasts,
  dialog,
  expectNoSidewaysScroll,
  followDashboardLink,
  followLink,
  type Journey,
  pressTabUntilFocused,
  register,
  signIn,
  signOut,
  toast,
} from './steps.ts';

const goodCard = '4242424242424242';
/** A card that requires 3-D Secure authentication at the bank. */
const threeDSecureCard = '4000002500003155';

export const memberJourney: Journey = {
  title:
    '[LGN-02] [OUT-01] [APF-05] [PAY-03] [APT-03] [GAL-03] a visitor registers, signs in again, books, pays with and without bank authentication, cancels, uploads a photo and opens it',
  async run(page) {
    const person = await register(page);
    await signOut(page);
    await signIn(page, person);
    const [first, second, third] = await book(page);
    await followLink(page, 'DashBoard');
    await page.expectVisible({ css: 'main h1', name: `hello ${person.name} , Your Appointments` });
    await openPayment(page, first);
    await payWith(page, goodCard);
    await closeSuccess(page, first);
    await openPayment(page, second);
    await payWith(page, threeDSecureCard);
    await respondAtBank(page, 'Accept');
    await closeSuccess(page, second);
    await cancel(page, third);
    await uploadPhoto(page);
    await signOut(page);
  },
};

const field = (name: string) => ({ css: `#request-appointment [name=${name}]` });

/**
 * Books three days: one with the mouse in the calendar, one with the keyboard, one typed. Returns the days in
 * English.
 */
async function book(page: Page): Promise<[string, string, string]> {
  const days = [inDays(1), inDays(8), inDays(15)] as [string, string, string];
  await page.click({ css: 'main a', name: 'Donate Now' });
  const choose = [
    () => chooseByClick(page, days[0]),
    () => chooseByKeys(page),
    () => page.fill(field('date'), days[2]),
  ];
  for (const [index, chooseDay] of choose.entries()) {
    await fillForm(page);
    await chooseDay();
    await page.expectValue(field('date'), days[index] ?? '');
    await submit(page);
  }
  return days;
}

async function fillForm(page: Page): Promise<void> {
  await page.fill(field('name'), 'Rahima Khatun');
  await page.fill(field('phone'), '01712345678');
  await page.fill(field('center'), 'Dhaka Medical College');
  await pressTabUntilFocused(page, field('bloodGroup'));
  await page.press('ArrowDown');
  await page.expectValue(field('bloodGroup'), 'O+');
}

async function submit(page: Page): Promise<void> {
  await page.click({ css: '#request-appointment button', name: 'Submit' });
  await page.expectValue(field('center'), '');
  await page.expectVisible(toast('SuccessFully Submitted'));
  await closeToasts(page);
}

const openCalendar = (page: Page) =>
  page.click({ css: '#request-appointment button', name: 'Choose the date in a calendar' });

async function chooseByClick(page: Page, day: string): Promise<void> {
  await openCalendar(page);
  await page.expectVisible({ css: '[role=grid]' });
  const dayButton = { css: '[role=grid] button', has: day };
  if (!(await page.isVisible(dayButton))) await page.click({ css: 'button', has: 'Next Month' });
  await page.click(dayButton);
  await page.expectHidden({ css: '[role=grid]' });
}

async function chooseByKeys(page: Page): Promise<void> {
  await openCalendar(page);
  await page.expectFocus({ css: '[role=grid] button', has: inDays(0) });
  await page.press('ArrowRight');
  await page.expectFocus({ css: '[role=grid] button', has: inDays(1) });
  await page.press('ArrowDown');
  await page.expectFocus({ css: '[role=grid] button', has: inDays(8) });
  await page.press('Enter');
  await page.expectHidden({ css: '[role=grid]' });
}

async function openPayment(page: Page, day: string): Promise<void> {
  await page.click({ css: 'td a', name: 'Payment', row: day });
  await page.expectVisible({ css: 'main h1', name: 'Payment' });
}

async function payWith(page: Page, card: string): Promise<void> {
  await page.fill({ css: '[name=cardNumber]' }, card);
  await page.fill({ css: '[name=cardExpiry]' }, '1240');
  await page.fill({ css: '[name=cardCvc]' }, '123');
  await page.click(button('Pay $5'));
}

async function respondAtBank(page: Page, name: 'Accept' | 'Refuse'): Promise<void> {
  await page.expectVisible({ css: 'main h1', name: 'Is this payment yours?' });
  await page.click(button(name));
}

/** Closes the success dialog and returns to the list, which shows the appointment as paid. */
async function closeSuccess(page: Page, day: string): Promise<void> {
  const { text } = await page.expectVisible(dialog('Payment Successful'));
  if (!/Your Transaction Id Is pi_\w+/.test(text)) throw new Error(`The dialog says: ${text}`);
  await page.click(alertButton('OK'));
  await page.expectVisible({ css: 'main h2', name: 'Thank you' });
  await page.click({ css: 'main a', name: 'Back to your appointments' });
  await page.expectPath(/^\/dashboard\/appointments$/);
  await page.expectVisible({ css: 'td a', name: 'Receipt', row: day });
}

async function cancel(page: Page, day: string): Promise<void> {
  await page.click({ css: 'td button', name: 'Cancel', row: day });
  await page.expectVisible(dialog('Are you sure?'));
  await page.click(alertButton('Yes'));
  await page.expectVisible(dialog('Your Appointment has been Cancelled!'));
  await page.click(alertButton('OK'));
  await page.expectHidden({ css: 'td', row: day });
}

async function uploadPhoto(page: Page): Promise<void> {
  await followDashboardLink(page, 'Photo Gallery');
  await page.expectVisible({ css: 'main h1', name: 'PHOTO GALLERY' });
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-photo-'));
  try {
    const file = join(folder, 'IMG_blood-camp.jpg');
    const create = { width: 900, height: 600, channels: 3, background: '#2a7d6d' } as const;
    writeFileSync(file, await sharp({ create }).jpeg().toBuffer());
    await page.setInputFiles('main input[type=file]', [file]);
    await page.expectVisible({ css: 'main form [role=group]', has: 'IMG_blood-camp.jpg' });
    await page.click(button('Upload Image'));
    await page.expectVisible(toast('Image Uploaded Successfully'));
  } finally {
    rmSync(folder, { recursive: true });
  }
  await page.waitUntil('the photo is the first one and is loaded', () =>
    page.evaluate<boolean>(
      `(({ alt, naturalWidth } = {}) => alt === 'A photo from our community' && naturalWidth > 0)(document.querySelector('main [aria-labelledby=photo-gallery] img'))`,
    ),
  );
  await expectNoSidewaysScroll(page);
  await page.click({ css: 'main [aria-labelledby=photo-gallery] img' });
  await page.expectVisible({ css: 'dialog[open]', name: 'Photos' });
  await page.press('Escape');
  await page.expectHidden({ css: 'dialog[open]' });
}
