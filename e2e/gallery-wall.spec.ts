import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/test.ts';
import { madeUpPhotos, putUpWall } from './support/wall.ts';
import { goTo, goToEnd, openGallery, tiles, titled, wallOf } from './support/wall-page.ts';

test.beforeEach(async ({ signedIn }) => expect(signedIn.email).toBeTruthy());

test('[API-03] [GAL-01] the wall loads on as one scrolls, to its end, which is no button', async ({
  page,
}) => {
  const wall = await putUpWall(page, madeUpPhotos(270));
  await openGallery(page);
  await expect.poll(() => wall.asked).toEqual(['?limit=24', '?limit=76&after=photo-23']);
  await expect(async () => {
    await goToEnd(page);
    await expect(titled(page, 270)).toBeInViewport({ timeout: 500 });
  }).toPass();
  expect(wall.asked.slice(2)).toEqual([
    '?limit=76&after=photo-99',
    '?limit=76&after=photo-175',
    '?limit=76&after=photo-251',
  ]);
  const last = tiles(page).last();
  await expect(last).toHaveAttribute('aria-posinset', '270');
  await expect(last).toHaveAttribute('aria-setsize', '270');
  await expect(page.getByRole('button', { name: 'Load more photos' })).toHaveCount(0);

  // One of 90 photos is drawn whole.
  wall.photos = madeUpPhotos(90);
  await openGallery(page);
  await expect(wallOf(page).locator('img')).toHaveCount(90);
  await expect(tiles(page).first()).not.toHaveAttribute('aria-posinset');
  await expect(page.getByRole('button', { name: 'Load more photos' })).toHaveCount(0);

  // A server that does not page is asked once.
  wall.photos = madeUpPhotos(400);
  wall.meanwhile = (route) => route.fulfill({ json: wall.photos }).then(() => true);
  wall.asked.length = 0;
  await openGallery(page);
  await goToEnd(page);
  await expect(titled(page, 400)).toBeInViewport();
  expect(wall.asked).toHaveLength(1);
});

/** What is drawn of the wall, and how much of it stands in the window. */
const lookAt = (page: Page) =>
  wallOf(page).evaluate((list) => {
    const boxes = [...list.querySelectorAll('li')].map((li) => li.getBoundingClientRect());
    const inside = boxes.filter(({ top, bottom }) => bottom > 100 && top < innerHeight);
    const overlap = boxes.some((a, i) =>
      boxes.some(
        (b, j) =>
          i < j &&
          a.left < b.right - 1 &&
          b.left < a.right - 1 &&
          a.top < b.bottom - 1 &&
          b.top < a.bottom - 1,
      ),
    );
    return {
      pictures: list.querySelectorAll('img').length,
      inside: inside.length,
      overlap,
      tops: boxes.map(({ top }) => Math.round(top)),
    };
  });

test('[GAL-01] of 10,000 photos fewer than 150 are drawn in any width, without overlaps, tops never decreasing', async ({
  page,
}) => {
  const wall = await putUpWall(page, madeUpPhotos(10_000));
  wall.meanwhile = (route) => route.fulfill({ json: wall.photos }).then(() => true);
  for (const width of [360, 768, 1440])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await openGallery(page);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      for (const part of [0, 0.2, 0.5, 0.9, 1]) {
        await goTo(page, part * height);
        // What has been scrolled to is drawn with the next frame.
        await expect.poll(async () => (await lookAt(page)).inside).toBeGreaterThan(0);
        const seen = await lookAt(page);
        expect(seen.pictures).toBeLessThan(150);
        expect(seen.overlap).toBe(false);
        expect(seen.tops).toEqual(seen.tops.toSorted((a, b) => a - b));
      }
      await expect(titled(page, 10_000)).toBeInViewport();
    });
});

test.describe('a page that fails', () => {
  test.use({ expectedErrors: [/status of 418/] });

  test('shows what is there, and can be tried again', async ({ page }) => {
    const wall = await putUpWall(page, madeUpPhotos(150));
    let broken = true;
    wall.meanwhile = async (route, after) => {
      if (after !== 'photo-99' || !broken) return false;
      await route.fulfill({ status: 418, json: {} });
      return true;
    };
    await openGallery(page);
    const alert = page.getByRole('main').getByRole('alert');
    await expect(async () => {
      await goToEnd(page);
      await expect(alert).toContainText('More photos could not be loaded.', { timeout: 500 });
    }).toPass();
    await expect(titled(page, 100)).toBeVisible();
    await expectAccessible(page);
    const asked = wall.asked.length;
    await goTo(page, 0);
    await goToEnd(page);
    await expect(alert).toBeInViewport();
    expect(wall.asked, 'it does not try by itself').toHaveLength(asked);
    broken = false;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toHaveCount(0);
    await expect(async () => {
      await goToEnd(page);
      await expect(titled(page, 150)).toBeInViewport({ timeout: 500 });
    }).toPass();
  });

  test('[LND-09] in the dialog: after trying again the arrow keys lead on', async ({ page }) => {
    const wall = await putUpWall(page, madeUpPhotos(50));
    let broken = true;
    wall.meanwhile = async (route, after) => {
      if (after === null || !broken) return false;
      await route.fulfill({ status: 418, json: {} });
      return true;
    };
    await openGallery(page);
    await expect(page.getByRole('main').getByRole('alert')).toContainText('More photos could not be loaded.');
    await titled(page, 24).click();
    const dialog = page.getByRole('dialog', { name: 'Photos' });
    await expect(dialog.getByRole('alert')).toContainText('More photos could not be loaded.');
    broken = false;
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await expect(dialog).toContainText('24 / 50');
    await page.keyboard.press('ArrowRight');
    await expect(dialog).toContainText('25 / 50');
  });

  test('the first one: the wall can be tried again', async ({ page }) => {
    const wall = await putUpWall(page, madeUpPhotos(30));
    wall.meanwhile = (route) => route.fulfill({ status: 418, json: {} }).then(() => true);
    await page.goto('/dashboard/gallery');
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('The photos could not be loaded.');
    await expectAccessible(page);
    wall.meanwhile = () => false;
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(wallOf(page).locator('img')).toHaveCount(30);
    await expect(alert).toHaveCount(0);
  });
});

test('[GAL-01] that the photos are asked for is said; without any, the first is asked for', async ({
  page,
}) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wall = await putUpWall(page, []);
  wall.meanwhile = () => promise.then(() => false);
  await page.goto('/dashboard/gallery');
  await expect(
    page.getByRole('main').getByRole('status').filter({ hasText: 'Loading the photos' }),
  ).toBeVisible();
  await expectAccessible(page);
  resolve();
  await expect(page.getByText('No photos yet. Yours could be the first.')).toBeVisible();
  await expectAccessible(page);
});

test('[GAL-01] the first photo comes where its place was kept', async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wall = await putUpWall(page, madeUpPhotos(5));
  wall.meanwhile = () => promise.then(() => false);
  await page.goto('/dashboard/gallery');
  const topOf = async (item: Locator) => (await item.first().boundingBox())?.y;
  const kept = page.getByRole('main').locator('[data-ground]');
  await expect(kept.first()).toBeVisible();
  const before = await topOf(kept);
  resolve();
  await expect(titled(page, 1)).toBeVisible();
  expect(await topOf(titled(page, 1))).toBe(before);
});

test.describe('a picture that cannot be loaded', () => {
  test.use({ expectedErrors: [/status of 404/] });

  test('shows its title, and can be tried again', async ({ page }) => {
    await putUpWall(page, madeUpPhotos(12));
    await page.route('**/images/photo-1?*', (route) => route.fulfill({ status: 404 }));
    await openGallery(page);
    const tile = tiles(page).nth(1);
    await expect(tile.locator('img')).toHaveCount(0);
    await expect(tile).toContainText('Photo number 2');
    await expectAccessible(page);
    await tile.getByRole('button', { name: 'Photo number 2', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Photos' });
    await expect(dialog).toContainText('This photo could not be loaded.');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.unroute('**/images/photo-1?*');
    await tile.getByRole('button', { name: 'Try again' }).click();
    await expect
      .poll(() => tile.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
  });
});
