import { expectAccessible } from './support/accessible.ts';
import { button } from './support/account.ts';
import { signInThroughApi } from './support/member.ts';
import { giveSecondFactor } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { act, fill, idOf, main, recordOutcome, rowOf, showAll, statusOf } from './support/today.ts';

// Uses its own site, with one center.
test.use({ siteSettings: {} });

/** Returns the distance of each button's text from the nearer of the button's side edges, in CSS pixels. */
const readMargins = (buttons: Element[]): number[] =>
  buttons.map((button) => {
    const text = new Range();
    text.selectNodeContents(button);
    const [inner, outer] = [text.getBoundingClientRect(), button.getBoundingClientRect()];
    return Math.min(inner.left - outer.left, outer.right - inner.right);
  });

test('door staff find donors on a phone, check them in, undo, defer, and add a walk-in', async ({
  page,
  site,
  member,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  fill(
    site.dataDir,
    [{ ...member, role: 'door' }],
    ['Rahima Khatun', 'Karim Uddin', 'Shirin Akter', 'Nadia Islam'],
  );
  await signInThroughApi(context, site, member);
  giveSecondFactor(site.dataDir);

  await test.step('the list is by time, with counts, and a search finds donors of any status', async () => {
    await page.goto('/staff/today');
    await expect(rowOf(page, 'Rahima Khatun')).toContainText('…0000');
    await expect(main(page).getByRole('heading', { level: 2 })).toHaveText(['9:00', '9:30']);
    await expect(button(page, '4 Expected')).toBeVisible();
    await expect(button(page, '4 Expected')).toHaveAttribute('aria-pressed', 'true');
    // Fails if the staff pages lose the styles that they alone have.
    const edges = (filters: Element[]) =>
      filters.map((filter) => filter.getBoundingClientRect()).map(({ top, height }) => [top, height >= 44]);
    const filters = await main(page)
      .getByRole('group', { name: 'Show' })
      .getByRole('button')
      .evaluateAll(edges);
    expect(filters).toHaveLength(8);
    expect(new Set(filters.map(([top]) => top)).size).toBe(1);
    expect(filters.every(([, isHigh]) => isHigh)).toBe(true);
    // A search finds donors of any status, and hides the numbers to make room for the first result.
    await button(page, '0 Arrived').click();
    await expect(rowOf(page, 'Karim Uddin')).toHaveCount(0);
    await main(page).getByRole('searchbox').fill('karim');
    await expect(rowOf(page, 'Karim Uddin')).toBeVisible();
    await expect(rowOf(page, 'Rahima Khatun')).toHaveCount(0);
    await expect(button(page, '0 Arrived')).toHaveCount(0);
    await page.keyboard.press('Enter');
    const checkIn = rowOf(page, 'Karim Uddin').getByRole('button', { name: 'Check in' });
    await expect(checkIn).toBeFocused();
    // Only the button of an only match is filled.
    await expect(checkIn).toHaveClass(/bb-button-primary/);
    await main(page).getByRole('searchbox').fill('');
    await button(page, '4 All').click();
    await expect(checkIn).toHaveClass(/bb-button-outlined/);
    await expectAccessible(page);
  });

  await test.step('one tap changes a status, another one in the same position nothing; the next one undoes it', async () => {
    await button(page, '4 Expected').click();
    await rowOf(page, 'Rahima Khatun').getByRole('button', { name: 'Check in' }).dblclick();
    await expect(button(page, '1 Arrived')).toBeVisible();
    await expect(button(page, '3 Expected')).toBeVisible();
    // The donor stays in view, to be undone.
    await expect(rowOf(page, 'Rahima Khatun').getByRole('button', { name: 'Undo' })).toBeVisible();
    await button(page, '4 All').click();
    const heightOf = async (name: string) => (await rowOf(page, name).boundingBox())?.height;
    expect(await heightOf('Rahima Khatun')).toBe(await heightOf('Karim Uddin'));
    await expect.poll(() => statusOf(site.dataDir, 'Rahima Khatun')).toBe('arrived');
    await act(page, 'Rahima Khatun', 'Undo');
    await expect.poll(() => statusOf(site.dataDir, 'Rahima Khatun')).toBe('booked');
    await button(page, '4 All').click();
    await act(page, 'Rahima Khatun', 'Check in');
    await expect(rowOf(page, 'Rahima Khatun').getByRole('button', { name: 'Undo' })).toBeFocused();
    await recordOutcome(page, 'Rahima Khatun', 'Gave blood');
    await expect(rowOf(page, 'Rahima Khatun').getByRole('button', { name: 'Undo' })).toBeFocused();
    await expect.poll(() => statusOf(site.dataDir, 'Rahima Khatun')).toBe('fulfilled');
    await act(page, 'Karim Uddin', 'Check in');
    await recordOutcome(page, 'Karim Uddin', 'Deferred');
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const margins = await rowOf(page, 'Karim Uddin')
      .getByRole('button', { name: /^\d+ months?$/ })
      .evaluateAll(readMargins);
    expect(margins).toHaveLength(5);
    expect(Math.min(...margins)).toBeGreaterThan(4);
    await main(page).getByRole('textbox', { name: 'Or from this day' }).fill('2030-02-01');
    await page.keyboard.press('Enter');
    await expect(rowOf(page, 'Karim Uddin')).toContainText('Deferred until February 1, 2030');
    await expect.poll(() => statusOf(site.dataDir, 'Karim Uddin')).toBe('deferred');
    await expect(button(page, '0 Arrived')).toBeVisible();
  });

  await test.step('a walk-in takes three fields', async () => {
    await button(page, 'Add a walk-in').click();
    await expectAccessible(page);
    await button(page, 'Add').press('Enter');
    await expect(main(page).getByText('Fill in this field').first()).toBeVisible();
    await main(page).getByLabel('Name', { exact: true }).fill('Walk In');
    await main(page).getByLabel('Blood group').selectOption('AB-');
    // A second tap, as with gloves, does not press what appears when the form closes.
    await button(page, 'Add').dblclick();
    await expect(main(page).getByText('Walk In is on the list.')).toBeVisible();
    await expect(rowOf(page, 'Walk In')).toContainText('Walk-in');
    await expect.poll(() => statusOf(site.dataDir, 'Walk In')).toBe('arrived');
    await expect(rowOf(page, 'Walk In')).toContainText('Arrived');
  });

  await test.step('a phone without a camera takes the number on the pass, or leads back to the list', async () => {
    await main(page).getByRole('link', { name: 'Scan passes' }).click();
    await expect(main(page).getByRole('alert')).toContainText('The camera is not available.');
    const field = main(page).getByLabel('Or type the appointment number');
    await field.fill('nobody');
    await expect(main(page)).toContainText('Nobody on the list matches.');
    await button(page, 'Check').click();
    const notFound = main(page).getByRole('status').filter({ hasText: 'Not found' });
    await expect(notFound).toBeInViewport({ ratio: 1 });
    await field.fill(idOf(site.dataDir, 'Nadia Islam').slice(-6));
    await field.press('Enter');
    await expect(rowOf(page, 'Nadia Islam').getByRole('button', { name: 'Check in' })).toBeFocused();
    await expect(rowOf(page, 'Nadia Islam').getByText('9:30')).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await field.fill('BB1:NOT A PASS');
    await button(page, 'Check').press('Enter');
    const notValid = main(page).getByRole('status').filter({ hasText: 'Not valid' });
    await expect(notValid).toBeVisible();
    // A wired scanner types into the field after its present text, and in lower case when Caps Lock is on.
    const link = main(page).getByRole('link', { name: 'To the list' });
    await field.fill('nobody');
    for (const [focused, text] of [
      [field, 'BB1:NOT A PASS'],
      [link, 'bb1:not a pass'],
    ] as const) {
      await focused.focus();
      await page.keyboard.type(text);
      await expect(field).toHaveValue(text);
      await expect(notValid).toHaveCount(0);
      await page.keyboard.press('Enter');
      await expect(notValid).toBeVisible();
    }
    await expect(field).toBeFocused();
    await link.click();
    // On the list, the spaces and Enter that a scanner types press no button.
    const checkIn = rowOf(page, 'Shirin Akter').getByRole('button', { name: 'Check in' });
    await checkIn.focus();
    await page.keyboard.type('bb1:no pass ');
    await page.keyboard.press('Enter');
    await expect(main(page)).toContainText('Nobody on the list matches.');
    await main(page).getByRole('searchbox').fill('');
    await expect(checkIn).toBeVisible();
  });

  await test.step('a long list is shown to its end, and begins near the top of a phone', async () => {
    const late = Array.from({ length: 60 }, (_, n) => `Late Donor ${n + 1}`);
    fill(site.dataDir, [], late, '11:00');
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/staff/today');
    const isInView = (rows: Element[]) =>
      rows.map((row) => row.getBoundingClientRect().bottom).filter((bottom) => bottom <= innerHeight).length;
    const rows = main(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^(Check in|Undo)$/ }) });
    await expect(rows).toHaveCount(50);
    expect(await rows.evaluateAll(isInView)).toBeGreaterThanOrEqual(3);
    await showAll(page);
    const lastRow = rowOf(page, 'Late Donor 60');
    await expect(lastRow).toHaveCount(0);
    await rows.last().scrollIntoViewIfNeeded();
    await expect(lastRow).toHaveCount(1);
    // The keyboard of a phone leaves this height. The search field is still in reach, far down the list.
    await page.setViewportSize({ width: 360, height: 480 });
    await lastRow.scrollIntoViewIfNeeded();
    await expect(main(page).getByRole('searchbox')).toBeInViewport({ ratio: 1 });
    await main(page).getByRole('searchbox').fill('a');
    await expect(rows.first()).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/staff/today');
    await expect(rows.first()).toBeVisible();
    expect(await rows.evaluateAll(isInView)).toBeGreaterThanOrEqual(14);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
  });
});
