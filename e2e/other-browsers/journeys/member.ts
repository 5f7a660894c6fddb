import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { inDays } from '../../support/appointments.ts';
import type { Page } from '../page/page.ts';
import type { Journey } from './journey.ts';
import {
  answer,
  button,
  dialog,
  expectNoSidewaysScroll,
  followDashboardLink,
  followLink,
  pressTabUntilFocused,
  register,
  signIn,
  signOut,
  toast,
} from './steps.ts';

const goodCard = '4242424242424242';
/** Its bank asks the payer first. */
const askedCard = '4000002500003155';

export const memberJourney: Journey = {
  title:
    '[LGN-02] [OUT-01] [APF-05] [PAY-03] [APT-03] [GAL-03] a visitor registers and signs in again, books, pays at once and through the bank, cancels, uploads a photo and opens it',
  async run(page) {
    const person = await register(page);
    await signOut(page);
    await signIn(page, person);
    const [first, second, third] = await book(page);
    await followLink(page, 'DashBoard');
    await page.see({ css: 'main h1', name: `hello ${person.name} , Your Appointments` });
    await pay(page, first, goodCard);
    await expectPaid(page, first);
    await pay(page, second, askedCard);
    await page.see({ css: 'main h1', name: 'Is this payment yours?' });
    await page.click(button('Accept'));
    await expectPaid(page, second);
    await cancel(page, third);
    await uploadPhoto(page);
    await signOut(page);
  },
};

const field = (name: string) => ({ css: `#request-appointment [name=${name}]` });

/** Books three days: one by a click in the calendar, one by its keys, one typed. Gives the days as the site writes them. */
async function book(page: Page): Promise<[string, string, string]> {
  const days = [inDays(1), inDays(8), inDays(15)] as [string, string, string];
  await page.click({ css: 'main a', name: 'Donate Now' });
  const choose = [
    () => chooseByClick(page, days[0]),
    () => chooseByKeys(page),
    () => page.fill(field('date'), days[2]),
  ];
  for (const [index, chooseDay] of choose.entries()) {
    await page.fill(field('name'), 'Rahima Khatun');
    await page.fill(field('phone'), '01712345678');
    await page.fill(field('center'), 'Dhaka Medical College');
    await pressTabUntilFocused(page, field('bloodGroup'));
    await page.press('ArrowDown');
    await page.expectValue(field('bloodGroup'), 'O+');
    await chooseDay();
    await page.expectValue(field('date'), days[index] ?? '');
    await page.click({ css: '#request-appointment button', name: 'Submit' });
    await page.expectValue(field('center'), '');
    await page.see(toast('SuccessFully Submitted'));
  }
  return days;
}

const openCalendar = (page: Page) =>
  page.click({ css: '#request-appointment button', name: 'Choose the date in a calendar' });

async function chooseByClick(page: Page, day: string): Promise<void> {
  await openCalendar(page);
  await page.see({ css: '[role=grid]' });
  const wanted = { css: '[role=grid] button', has: day };
  if (!(await page.isThere(wanted))) await page.click({ css: 'button', has: 'Next Month' });
  await page.click(wanted);
  await page.seeNot({ css: '[role=grid]' });
}

async function chooseByKeys(page: Page): Promise<void> {
  await openCalendar(page);
  await page.expectFocus({ css: '[role=grid] button', has: inDays(0) });
  await page.press('ArrowRight');
  await page.expectFocus({ css: '[role=grid] button', has: inDays(1) });
  await page.press('ArrowDown');
  await page.expectFocus({ css: '[role=grid] button', has: inDays(8) });
  await page.press('Enter');
  await page.seeNot({ css: '[role=grid]' });
}

async function pay(page: Page, day: string, card: string): Promise<void> {
  await page.click({ css: 'td a', name: 'Payment', row: day });
  await page.see({ css: 'main h1', name: 'Payment' });
  await page.fill({ css: '[name=cardNumber]' }, card);
  await page.fill({ css: '[name=cardExpiry]' }, '1240');
  await page.fill({ css: '[name=cardCvc]' }, '123');
  await page.click(button('Pay'));
}

async function expectPaid(page: Page, day: string): Promise<void> {
  const { text } = await page.see(dialog('Payment Successful'));
  if (!/Your Transaction Id Is pi_\w+/.test(text)) throw new Error(`The dialog says: ${text}`);
  await page.click(answer('OK'));
  await page.expectPath(/^\/dashboard\/appointments$/);
  await page.see({ css: 'td a', name: 'Receipt', row: day });
}

async function cancel(page: Page, day: string): Promise<void> {
  await page.click({ css: 'td button', name: 'Cancel', row: day });
  await page.see(dialog('Are you sure?'));
  await page.click(answer('Yes'));
  await page.see(dialog('Your Appointment has been Cancelled!'));
  await page.click(answer('OK'));
  await page.seeNot({ css: 'td', row: day });
}

async function uploadPhoto(page: Page): Promise<void> {
  await followDashboardLink(page, 'Photo Gallery');
  await page.see({ css: 'main h1', name: 'PHOTO GALLERY' });
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-photo-'));
  try {
    const file = join(folder, 'IMG_blood-camp.jpg');
    const create = { width: 900, height: 600, channels: 3, background: '#2a7d6d' } as const;
    writeFileSync(file, await sharp({ create }).jpeg().toBuffer());
    await page.chooseFiles('main input[type=file]', [file]);
    await page.see({ css: 'main form [role=group]', has: 'IMG_blood-camp.jpg' });
    await page.click(button('Upload Image'));
    await page.see(toast('Image Uploaded Successfully'));
  } finally {
    rmSync(folder, { recursive: true });
  }
  await page.until('the photo stands first and is drawn', () =>
    page.evaluate<boolean>(
      `(({ alt, naturalWidth } = {}) => alt === 'IMG blood camp' && naturalWidth > 0)(document.querySelector('main [aria-labelledby=photo-gallery] img'))`,
    ),
  );
  await expectNoSidewaysScroll(page);
  await page.click({ css: 'main [aria-labelledby=photo-gallery] img' });
  await page.see({ css: 'dialog[open]', name: 'Photos' });
  await page.press('Escape');
  await page.seeNot({ css: 'dialog[open]' });
}
