import { expect, type Locator, type Page } from '@playwright/test';

export const wallOf = (page: Page): Locator => page.getByRole('list', { name: 'Photos' });
export const tiles = (page: Page): Locator => wallOf(page).getByRole('listitem');
export const titled = (page: Page, number: number): Locator =>
  wallOf(page).getByRole('button', { name: `Photo number ${number}`, exact: true });

export const goTo = (page: Page, top: number) =>
  page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
export const goToEnd = (page: Page) => goTo(page, 1e9);

export async function openGallery(page: Page): Promise<void> {
  await page.goto('/dashboard/gallery');
  await expect(tiles(page).first()).toBeVisible();
}
