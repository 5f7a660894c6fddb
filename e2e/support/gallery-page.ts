import { expect, type Locator, type Page } from '@playwright/test';

export const photoGrid = (page: Page): Locator => page.getByRole('list', { name: 'Photos' });
export const tiles = (page: Page): Locator => photoGrid(page).getByRole('listitem');
export const titled = (page: Page, number: number): Locator =>
  photoGrid(page).getByRole('button', { name: `Photo number ${number}`, exact: true });

export const goTo = (page: Page, top: number) =>
  page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
export const goToEnd = (page: Page) => goTo(page, 1e9);

/** Goes to the end of the page, again while it grows, until this is seen. */
export const scrollUntilSeen = (page: Page, wanted: Locator) =>
  expect(async () => {
    await goToEnd(page);
    await expect(wanted).toBeInViewport({ timeout: 500 });
  }).toPass({ intervals: [50] });

/** The first photo that is seen under the bar, and where it stands. */
export const visibleTile = (page: Page) =>
  photoGrid(page).evaluate((list) => {
    const first = [...list.querySelectorAll('li')].find((li) => li.getBoundingClientRect().bottom > 101);
    return { id: first?.dataset.id ?? '', top: first?.getBoundingClientRect().top ?? Number.NaN };
  });

export async function openGallery(page: Page): Promise<void> {
  await page.goto('/dashboard/gallery');
  await expect(tiles(page).first()).toBeVisible();
}
