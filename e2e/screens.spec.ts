import type { Locator, Page } from '@playwright/test';
import { openAccount, section } from './support/account.ts';
import { addAppointment, fillForm, form, inDays, openForm } from './support/appointments.ts';
import { expect, test } from './support/test.ts';

const longName = 'Rahmatullah'.repeat(10).slice(0, 100);

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);
const boxOf = async (found: ReturnType<Page['locator']>) => {
  const box = await found.boundingBox();
  if (!box) throw new Error('Not on the page.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
};

test('[APT-01] [APT-02] [PAY-01] [NAV-05] names of 100 characters fit at every width; the table scrolls; the floating button hides nothing', async ({
  page,
  signedIn,
  request,
}) => {
  const id = await addAppointment(request, signedIn, { name: longName, center: longName });
  const button = page.locator('[data-floating]').getByRole('button');
  const expectToFit = async (andThen: (width: number) => Promise<void>) => {
    for (const width of [320, 360, 768, 1024, 1440])
      await test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height: 740 });
        expect(await widthOf(page)).toBeLessThanOrEqual(width);
        if (width >= 1024) await expect(button).toBeHidden();
        await andThen(width);
      });
  };
  await openAccount(page);
  await expect(section(page, 'Two-step verification')).toContainText('Confirm your email address first.');
  await expectToFit(async () => {});
  const member = ['/dashboard/gallery', '/dashboard/appointments', '/bn/dashboard/appointments'];
  for (const path of [`/dashboard/payment/${id}`, ...member]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('status')).toHaveCount(0);
    await expectToFit(async (width) => {
      if (width < 1024) await expectButtonToCoverNothing(page, button);
      if (width === 360) await expectFocusToStayVisible(page);
      if (path === '/dashboard/appointments') await expectTableToScroll(page, width);
      if (path.endsWith('appointments')) await expectRowControlsToFitAThumb(page);
    });
  }
});

/** Expects that every control of a table row and of a card is at least 44 px high. */
async function expectRowControlsToFitAThumb(page: Page): Promise<void> {
  const controls = page.locator('main :is(table, article) :is(a, button)');
  const heights = await controls.evaluateAll((all) =>
    all.map((control) => control.getBoundingClientRect().height),
  );
  expect(heights.length).toBeGreaterThan(0);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
}

/**
 * Expects that the bar of the floating button covers nothing on the first screen, and stays in the window.
 */
async function expectButtonToCoverNothing(page: Page, button: Locator): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const bar = await boxOf(page.locator('[data-floating]'));
  expect(bar.y).toBeGreaterThanOrEqual((await boxOf(page.getByRole('banner'))).bottom);
  expect(bar.bottom).toBeLessThanOrEqual((await boxOf(page.getByRole('main').locator('h1'))).y);
  await page.evaluate(() => scrollTo({ top: 150, behavior: 'instant' }));
  await expect(button).toBeInViewport({ ratio: 1 });
}

/** Expects that every control that gets the focus by Tab is completely visible below the floating button. */
async function expectFocusToStayVisible(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.locator('main h1').focus();
  for (let count = 0; count < 60; count++) {
    await page.keyboard.press('Tab');
    const covered = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement;
      if (!focused.closest('main') || focused.closest('[data-floating]')) return undefined;
      const { top, bottom, height } = focused.getBoundingClientRect();
      const bar = document.querySelector('[data-floating]')?.getBoundingClientRect();
      return bar && height < 300 && (top < bar.bottom || bottom > innerHeight)
        ? focused.outerHTML
        : undefined;
    });
    expect(covered).toBeUndefined();
  }
}

/**
 * Expects that the table shows that it scrolls, that its actions can be reached, and that the date stays in
 * view.
 */
async function expectTableToScroll(page: Page, width: number): Promise<void> {
  const frame = page.getByRole('region', { name: 'Your appointments' });
  const cancel = frame.getByRole('button', { name: 'Cancel' });
  const pay = frame.getByRole('link', { name: 'Payment' });
  const [, , center, dateCell] = await frame.getByRole('cell').all();
  const date = dateCell?.getByRole('time');
  const scrollTo = (left: number) =>
    frame.evaluate((element, left) => element.scrollTo({ left, behavior: 'instant' }), left);
  const expectInFrame = async (found: Locator) => {
    const [inner, outer] = [await boxOf(found), await boxOf(frame)];
    expect(inner.x).toBeGreaterThanOrEqual(outer.x);
    expect(inner.right).toBeLessThanOrEqual(outer.right);
  };
  if (!center || !dateCell || !date) throw new Error('The table is empty.');
  const shownDate = async () => {
    const [cell, text, outer] = [await boxOf(dateCell), await boxOf(date), await boxOf(frame)];
    const left = Math.max(cell.x, outer.x);
    return { share: (Math.min(cell.right, outer.right) - left) / outer.width, blank: text.x - left };
  };
  await expect(cancel).toBeVisible();
  expect((await boxOf(frame)).height).toBeLessThanOrEqual(0.8 * 740);
  await scrollTo(0);
  await expectInFrame(date);
  if (width <= 360)
    for (const left of [0, 120, 450, 1e6]) {
      await scrollTo(left);
      await expect.poll(async () => (await shownDate()).share, `${left} px`).toBeLessThanOrEqual(1 / 3);
      expect((await shownDate()).blank, `${left} px`).toBeLessThanOrEqual(12);
      await expectInFrame(date);
    }
  await scrollTo(0);
  if (width >= 768) expect((await boxOf(center)).right).toBeLessThanOrEqual((await boxOf(dateCell)).x);
  if (width < 1440) {
    await expect(frame.locator('..')).toHaveAttribute('data-more', 'true');
    const edge = page.locator('[data-edge]');
    await expect(edge).toHaveCSS('opacity', '1');
    expect((await boxOf(edge)).height).toBeGreaterThan(100);
    await frame.focus();
    await frame.evaluate((element) => {
      element.removeAttribute('data-at');
      element.addEventListener('scrollend', () => element.setAttribute('data-at', `${element.scrollLeft}`));
    });
    await page.keyboard.press('ArrowRight');
    // Waits for the end of the key's animation, which would undo the next scrollTo.
    await expect(frame).toHaveAttribute('data-at', /[1-9]/);
  }
  await scrollTo(1e6);
  await expect(frame.locator('..')).toHaveAttribute('data-more', 'false');
  await expectInFrame(cancel);
  await expectInFrame(date);
  expect((await boxOf(dateCell)).right).toBeLessThanOrEqual((await boxOf(pay)).x);
}

test('nothing is cut off on a phone whose text is twice as large', async ({ page, signedIn, request }) => {
  const id = await addAppointment(request, signedIn, { center: 'Dhaka Medical College Hospital' });
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await page.setViewportSize({ width: 360, height: 640 });
  const own = ['appointments', `payment/${id}`, `pass/${id}`, 'gallery', 'donations', 'account'];
  const visited = ['/', '/about', '/can-i-donate', '/centers', '/contact', '/register'];
  for (const path of [...visited, ...own.map((name) => `/dashboard/${name}`)])
    for (const language of ['', '/bn']) {
      await page.goto(language + path);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      if (path.startsWith('/dashboard')) await expect(page.locator('main .bb-spinner')).toHaveCount(0);
      expect(await widthOf(page), language + path).toBeLessThanOrEqual(360);
      const cutOff = await page.locator('main .bb-card').evaluateAll((cards) =>
        cards.flatMap((card) => {
          const scrolls = getComputedStyle(card).overflowX === 'auto';
          return !scrolls && card.scrollWidth > card.clientWidth ? [card.textContent] : [];
        }),
      );
      expect([language + path, ...cutOff]).toEqual([language + path]);
    }
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } });

  test('[TST-01] a toast that appears under the finger disappears after 5 s, and with the next attempt', async ({
    page,
    signedIn,
    request,
  }) => {
    await addAppointment(request, signedIn, { date: inDays(3) });
    await openForm(page);
    await fillForm(page, { date: inDays(3) });
    const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
    const submit = form(page).getByRole('button', { name: 'Submit' });
    const tapNearTop = async () => {
      await submit.evaluate((element) =>
        scrollBy({ top: element.getBoundingClientRect().top - 120, behavior: 'instant' }),
      );
      await submit.tap();
    };
    await tapNearTop();
    await expect(toasts).toHaveCount(1);
    await expect(toasts).toHaveCount(0);
    await tapNearTop();
    await expect(toasts).toContainText("You've Already Have an Appointment");
    await fillForm(page, { date: inDays(4) });
    await form(page).locator('[name="date"]').press('Enter');
    await expect(toasts).toHaveText(['SuccessFully Submitted']);
    const requested = page.getByRole('region', { name: 'You have an appointment' });
    await expect(requested).toBeFocused();
    await expect(async () => {
      const [message, heading] = [
        await boxOf(toasts),
        await boxOf(page.getByRole('heading', { name: 'Request Appointment' })),
      ];
      expect(message.y).toBeLessThan(100);
      expect(message.y >= heading.bottom || message.bottom <= heading.y).toBe(true);
    }).toPass({ timeout: 4000 });
  });
});

test.describe('the error of a missing file', () => {
  test.use({ expectedErrors: [/status of 400|Failed to upload the picture/] });

  test('[TST-01] a toast covers neither the focused control nor its field', async ({ page, signedIn }) => {
    expect(signedIn.email).toBeTruthy();
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/dashboard/gallery');
    const upload = page.getByRole('button', { name: 'Upload Image' });
    await upload.focus();
    await upload.evaluate((element) =>
      scrollBy({ top: element.getBoundingClientRect().top - 100, behavior: 'instant' }),
    );
    await page.keyboard.press('Enter');
    const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').first();
    await expect(toast).toBeInViewport({ ratio: 1 });
    await expect(upload).toBeFocused();
    await expect(async () => {
      const [control, message] = [await boxOf(upload), await boxOf(toast)];
      expect(message.y >= control.bottom || message.bottom <= control.y).toBe(true);
    }).toPass();
    const dismiss = toast.getByRole('button', { name: 'Dismiss' });
    const area = await boxOf(toast);
    const isDismiss = (x: number, y: number) =>
      dismiss.evaluate((button, [x, y]) => document.elementFromPoint(x, y) === button, [x, y] as const);
    // A pointer beside the toast does not hit its button, and a finger at its corner does.
    expect(await isDismiss(area.x - 15, area.y - 15)).toBe(false);
    expect(await isDismiss(area.x + 30, area.y + 30)).toBe(true);
  });
});
