import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import {
  addAppointment,
  fillForm,
  form,
  inDays,
  scrollToForm,
  weekdayInDays,
} from './support/appointments.ts';
import { scrollThrough } from './support/landing.ts';
import { inLanguage } from './support/languages.ts';
import {
  expectNoLayoutShift,
  layoutShift,
  MAX_LAYOUT_SHIFT,
  recordLayoutShifts,
} from './support/layout-shift.ts';
import { payThroughApi } from './support/pay-through-api.ts';
import { fillCard, goodCard, success } from './support/payment.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

const longCenter = 'Dhaka Medical College Hospital, Transfusion Medicine, '.repeat(4).slice(0, 200).trim();

const MAX_SCREENS = 8;
const MAX_TAPS = 4;

/** Returns the names of the fields in the window that something else covers. */
const coveredFields = (page: Page): Promise<string[]> =>
  form(page).evaluate((element) =>
    [...element.querySelectorAll<HTMLInputElement>('[name]')]
      .filter((field) => {
        const { left, top, right, bottom } = field.getBoundingClientRect();
        const isInWindow = bottom > 0 && top < innerHeight;
        const corners = [top + 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y));
        return isInWindow && corners.some((found) => found !== null && found !== field);
      })
      .map(({ name }) => name),
  );

test('[APF-04] [APF-05] [APT-03] a new donor on a phone registers from the form, pays in four taps, shows the pass and cancels', async ({
  page,
}) => {
  let tapCount = 0;
  const tap = async (target: Locator) => {
    tapCount += 1;
    await target.tap();
  };
  await recordLayoutShifts(page);

  await test.step("the form's card is at most eight screens down", async () => {
    for (const path of ['/bn', '/']) {
      await page.goto(path);
      await scrollThrough(page);
      await expect(form(page)).toBeVisible();
      const top = await page
        .locator('.bb-card')
        .filter({ has: form(page) })
        .evaluate((card) => card.getBoundingClientRect().top + scrollY);
      expect(top / 640).toBeLessThanOrEqual(MAX_SCREENS);
    }
  });

  await test.step('a link to the form opens the page at the form itself', async () => {
    await page.goto('/about');
    await page.goto('/#request-appointment');
    await expect(form(page).locator('[name="name"]')).toBeInViewport({ ratio: 1 });
    await expect(form(page).locator('p:has(+ [type="submit"])')).toHaveText(
      'After you submit, pay the $5 service charge by card at any time. Your appointment counts before you pay.',
    );
    await fillForm(page, { date: inDays(6) });
  });

  await test.step('after registering, the page opens at the form, and nothing covers a field', async () => {
    await form(page).getByRole('button', { name: 'Submit', exact: true }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).tap();
    await page.getByRole('link', { name: 'New To Blood Buddies ?' }).tap();
    await expect(page).toHaveURL(/\/register$/);
    // The text depends on the history, which is available only after hydration.
    for (const width of [768, 1440, 360]) {
      await page.setViewportSize({ width, height: 640 });
      await page.reload();
      await expect(page.getByText('To send your request, log in or register.')).toBeInViewport({ ratio: 1 });
      await expectNoLayoutShift(page);
    }
    await page.locator('[name="name"]').fill('Rahima Khatun');
    await page.locator('[name="email"]').fill(`rahima-${Date.now()}@example.com`);
    await page.locator('[name="password"]').fill('correct horse');
    const shiftBefore = await layoutShift(page);
    await page.getByRole('button', { name: 'Register', exact: true }).tap();
    await expect(page.getByText('User Created Successfully')).toBeVisible();
    await expect(form(page).locator('[name="name"]')).toBeInViewport({ ratio: 1 });
    await expect(form(page).locator('[name="name"]')).toHaveValue('Rahima Khatun');
    await expect(page.locator('#request-appointment')).toBeFocused();
    await expect(form(page)).toContainText('You are signed in. Check your request and tap Submit.');
    expect(await coveredFields(page)).toEqual([]);
    expect((await layoutShift(page)) - shiftBefore).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
  });

  await test.step('from Submit to the receipt in at most four taps', async () => {
    const shiftBefore = await layoutShift(page);
    await tap(form(page).getByRole('button', { name: 'Submit', exact: true }));
    const requested = page.getByRole('region', { name: `You have an appointment ${weekdayInDays(6)}` });
    await expect(requested).toBeFocused();
    await expect(requested).toBeInViewport({ ratio: 1 });
    await expect(requested).toContainText('Dhaka Medical College');
    expect((await layoutShift(page)) - shiftBefore).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
    await expectAccessible(page);
    await tap(requested.getByRole('link', { name: 'Pay $5' }));
    await expect(page.locator('[name="cardNumber"]')).toBeVisible();
    await expectNoLayoutShift(page);
    await fillCard(page, goodCard);
    await tap(page.getByRole('main').getByRole('button', { name: /^Pay/ }));
    await tap(success(page).getByRole('button', { name: 'OK' }));
    await expect(success(page)).toHaveCount(0);
    expect(tapCount).toBeLessThanOrEqual(MAX_TAPS);
  });

  const expectNoSwipe = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await test.step('the receipt leads to the pass', async () => {
    await expectNoSwipe();
    await page.getByRole('link', { name: 'Show pass' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Donation pass' })).toBeVisible();
    await expectNoSwipe();
    await expectNoLayoutShift(page);
  });

  await test.step('another appointment is canceled from its card, without swiping the table', async () => {
    await page.goto('/');
    await scrollToForm(page);
    await fillForm(page, { date: inDays(30), center: 'City Hospital' });
    await form(page).getByRole('button', { name: 'Submit', exact: true }).tap();
    await page.getByRole('link', { name: 'See your appointment' }).tap();
    const other = page.getByRole('article', { name: inDays(30) });
    await expect(other, 'the link leads to the new appointment').toBeFocused();
    await expect(other).toBeInViewport({ ratio: 0.5 });
    const next = page.getByRole('article', { name: 'Your next donation' });
    await expect(next).toContainText('In 6 days');
    await expect(next.getByText('Paid', { exact: true })).toBeVisible();
    await expect(next.getByText('Paid', { exact: true })).toHaveAttribute('title', /^pi_/);
    await expect(next.getByRole('link', { name: 'Show pass' })).toBeVisible();
    await expectNoSwipe();
    await expectAccessible(page);
    await expectNoLayoutShift(page);
    await other.getByRole('button', { name: 'Cancel' }).tap();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(`Your appointment: ${weekdayInDays(30)}, City Hospital`);
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Yes' }).tap();
    await expect(question).toContainText('Your Appointment has been Cancelled!');
    await question.getByRole('button', { name: 'OK' }).tap();
    await expect(other).toHaveCount(0);
  });
});

/**
 * Expects that a control is completely visible below the floating button, in a page that was not scrolled.
 */
async function expectOnFirstScreen(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  await expect(page.locator('[data-floating]')).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await expect(control).toBeInViewport({ ratio: 1 });
  const [box, bar] = [await control.boundingBox(), await page.locator('[data-floating]').boundingBox()];
  expect(box?.y).toBeGreaterThanOrEqual(bar ? bar.y + bar.height : Number.NaN);
}

test('[APT-01] [PAY-01] [NAV-05] the first screen of a phone has the next step in both languages; bars are not sticky in a short window', async ({
  page,
  request,
  signedIn,
}) => {
  const main = page.getByRole('main');
  const expectNextStep = async (path: string, role: 'link' | 'textbox', message: string) => {
    for (const { language, path: inPath, translate } of [inLanguage('en'), inLanguage('bn')]) {
      const name = translate(message, { price: language === 'en' ? '$5' : '$৫' });
      await test.step(`${inPath(path)}: ${name}`, async () => {
        await page.goto(inPath(path));
        await expectOnFirstScreen(page, main.getByRole(role, { name, exact: true }).first());
      });
    }
  };
  await expectNextStep('/dashboard/donations', 'link', 'Request Appointment');
  await expectNextStep('/dashboard/appointments', 'link', 'Request Appointment');
  const id = await addAppointment(request, signedIn, { center: longCenter });
  await expectNextStep('/dashboard/appointments', 'link', 'Pay {price}');
  await expectNextStep('/dashboard/donations', 'link', 'Your appointments');
  await expectNextStep(`/dashboard/payment/${id}`, 'textbox', 'Card number');
  await page.goto(`/dashboard/payment/${id}`);
  await expect(main.getByRole('list', { name: 'Accepted cards' }).getByRole('img')).toHaveCount(3);
  await payThroughApi(request, signedIn, id);
  await expectNextStep(`/dashboard/payment/${id}`, 'link', 'Show pass');
  await expectNextStep('/dashboard/appointments', 'link', 'Show pass');
  await page.goto(`/dashboard/pass/${id}`);
  await expect(main).toContainText(longCenter);

  const bars = [page.getByRole('banner'), page.locator('[data-floating]')];
  for (const [width, height] of [
    [640, 360],
    [320, 400],
  ] as const)
    await test.step(`${width} x ${height}`, async () => {
      await page.setViewportSize({ width, height });
      for (const bar of bars) await expect(bar).toHaveCSS('position', 'static');
    });

  await test.step('with forced colors, a select keeps the arrow of the system', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto('/');
    await scrollToForm(page);
    await expect(form(page).getByRole('combobox', { name: 'Blood Group' })).toHaveCSS('appearance', 'auto');
  });
});
