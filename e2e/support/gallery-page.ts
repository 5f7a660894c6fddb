import { expect, type Locator, type Page } from '@playwright/test';

export const photoGrid = (page: Page): Locator => page.getByRole('list', { name: 'Photos' });
export const tiles = (page: Page): Locator => photoGrid(page).getByRole('listitem');
export const photoButton = (page: Page, number: number): Locator =>
  photoGrid(page).getByRole('button', { name: `Photo number ${number}`, exact: true });

export const scrollToY = (page: Page, top: number) =>
  page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
export const scrollToEnd = (page: Page) => scrollToY(page, 1e9);

/** Scrolls to the end of the page, again whenever it grows, until the target is in the viewport. */
export const scrollUntilVisible = (page: Page, target: Locator) =>
  expect(async () => {
    await scrollToEnd(page);
    await expect(target).toBeInViewport({ timeout: 500 });
  }).toPass({ intervals: [50], timeout: 60_000 });

/** Waits until a photo is visible below the top bar. Returns the id and the position of the first one. */
export async function firstVisibleTile(page: Page): Promise<{ id: string; top: number }> {
  const tile = await photoGrid(page).evaluateHandle(
    (list) =>
      new Promise<{ id: string; top: number }>((resolve) => {
        const find = () => {
          for (const li of list.querySelectorAll('li')) {
            const { top, bottom } = li.getBoundingClientRect();
            if (bottom > 101 && top < innerHeight) return resolve({ id: li.dataset.id ?? '', top });
          }
          requestAnimationFrame(find);
        };
        find();
      }),
  );
  return tile.jsonValue();
}

export async function openGallery(page: Page): Promise<void> {
  await page.goto('/dashboard/gallery');
  await expect(tiles(page).first()).toBeVisible();
}
