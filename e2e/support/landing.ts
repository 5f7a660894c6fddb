import { expect, type Locator, type Page } from '@playwright/test';

/** A section of the landing page by its heading. */
export const section = (page: Page, heading: string | RegExp): Locator =>
  page.locator('main section').filter({ has: page.getByRole('heading', { name: heading }) });

export const carousel = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });

export const slides = (of: Locator): Locator => of.locator('[aria-roledescription="slide"]');

/** The slides that Tab and screen readers can reach. */
export const reachable = (of: Locator): Locator =>
  of.locator('[aria-roledescription="slide"]:not([inert]):not([aria-hidden])');

/** Brings a carousel near, which makes it alive. */
export async function wake(of: Locator): Promise<void> {
  await of.scrollIntoViewIfNeeded();
  await expect(of.getByRole('button', { name: 'Next' })).toBeVisible();
}

/** How many sponsors stand side by side in a window of this width. */
export const sponsorsIn = [
  [320, 1],
  [639, 1],
  [640, 2],
  [768, 3],
  [1053, 3],
  [1054, 4],
  [1439, 4],
  [1440, 6],
] as const;

/** How many slides lie wholly inside the view, in the layout as it is. */
export const wholeSlides = (of: Locator): Promise<number> =>
  of.evaluate((carousel) => {
    const view = carousel.querySelector('.bb-carousel-view')?.getBoundingClientRect();
    const boxes = [...carousel.querySelectorAll('.bb-carousel-slide')].map((s) => s.getBoundingClientRect());
    return boxes.filter((box) => view && box.left >= view.left - 1 && box.right <= view.right + 1).length;
  });

/** Scrolls from top to bottom as a reader does, a part of the window at a time. */
export async function readThrough(page: Page): Promise<void> {
  const end = () => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2);
  await page.mouse.move(40, 300);
  while (!(await end())) {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 400);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  }
}
