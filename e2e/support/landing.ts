import { expect, type Locator, type Page } from '@playwright/test';
import { moveMouse } from './navigation.ts';

/** A section of the landing page, found by its heading. */
export const section = (page: Page, heading: string | RegExp): Locator =>
  page.locator('main section').filter({ has: page.getByRole('heading', { name: heading }) });

export const carousel = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });

export const slides = (root: Locator): Locator => root.locator('[aria-roledescription="slide"]');

/** The slides of the photo dialog that the Tab key and screen readers can reach. */
export const reachableSlides = (root: Locator): Locator =>
  root.locator('[aria-roledescription="slide"]:not([inert]):not([aria-hidden])');

/** Scrolls to a carousel and waits until it is interactive. */
export async function waitForCarousel(root: Locator): Promise<void> {
  await moveMouse(root.page());
  await root.scrollIntoViewIfNeeded();
  await expect(root.getByRole('button', { name: 'Next' })).toBeVisible();
}

/** The number of sponsors side by side at each window width. */
export const sponsorsByWidth = [
  [320, 1],
  [639, 1],
  [640, 2],
  [768, 3],
  [1053, 3],
  [1054, 4],
  [1439, 4],
  [1440, 6],
] as const;

/** Returns the names of the slides that are completely inside the visible part of the carousel. */
export const visibleSlides = (root: Locator): Promise<string[]> =>
  root.evaluate((carousel) => {
    const row = carousel.querySelector('.bb-carousel-row')?.getBoundingClientRect();
    const isInside = (box: DOMRect) => row && box.left >= row.left - 1 && box.right <= row.right + 1;
    return [...carousel.querySelectorAll('.bb-carousel-slide')]
      .filter((slide) => isInside(slide.getBoundingClientRect()))
      .map((slide) => slide.getAttribute('aria-label') ?? '');
  });

/** Scrolls from the top to the bottom of the page in steps, as a reader does. */
export async function scrollThrough(page: Page): Promise<void> {
  const end = () => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2);
  await page.mouse.move(40, 300);
  while (!(await end())) {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 400);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  }
}
