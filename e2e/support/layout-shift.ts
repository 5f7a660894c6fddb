import { expect, type Page } from '@playwright/test';

type LayoutShift = { value: number; hadRecentInput: boolean };

/** Records the layout shifts of every page that loads from now on. */
export const recordLayoutShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: LayoutShift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as LayoutShift;
        shifts.push({ value, hadRecentInput });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The sum of all layout shifts since this document loaded, including those that follow a click or key. */
export const layoutShift = async (page: Page): Promise<number> => sum(await readShifts(page));

export const MAX_LAYOUT_SHIFT = 0.02;

/**
 * Expects that nothing moved unexpectedly since this document loaded, that is, later than 0.5 s after a
 * click, tap or key (CLS). Call `recordLayoutShifts` before the document loads.
 */
export const expectNoLayoutShift = async (page: Page): Promise<void> =>
  expect(sum((await readShifts(page)).filter(({ hadRecentInput }) => !hadRecentInput))).toBeLessThanOrEqual(
    MAX_LAYOUT_SHIFT,
  );

const readShifts = (page: Page): Promise<LayoutShift[]> =>
  page.evaluate(() => (window as unknown as { shifts: LayoutShift[] }).shifts);

const sum = (shifts: readonly LayoutShift[]): number => shifts.reduce((total, { value }) => total + value, 0);
