import type { Locator } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { fakePhotos, serveFakeGallery } from './support/fake-gallery.ts';
import {
  goTo,
  goToEnd,
  openGallery,
  photoGrid,
  scrollUntilSeen,
  tiles,
  titled,
  visibleTile,
} from './support/gallery-page.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ signedIn }) => expect(signedIn.email).toBeTruthy());

test('[API-03] [GAL-01] the wall loads on as one scrolls, to its end; of 10,000 photos few are drawn, and what one looks at stays in its place', async ({
  page,
}) => {
  const wall = await serveFakeGallery(page, fakePhotos(270));
  const more = page.getByRole('button', { name: 'Load more photos' });

  await test.step('to its end, which is no button', async () => {
    await openGallery(page);
    await expect.poll(() => wall.asked).toEqual(['?limit=24', '?limit=76&after=photo-23']);
    await scrollUntilSeen(page, titled(page, 270));
    expect(wall.asked.slice(2)).toEqual([
      '?limit=76&after=photo-99',
      '?limit=76&after=photo-175',
      '?limit=76&after=photo-251',
    ]);
    const last = tiles(page).last();
    await expect(last).toHaveAttribute('aria-posinset', '270');
    await expect(last).toHaveAttribute('aria-setsize', '270');
    await expect(more).toHaveCount(0);
  });

  await test.step('one of 90 photos is drawn whole', async () => {
    wall.photos = fakePhotos(90);
    await openGallery(page);
    await expect(photoGrid(page).locator('img')).toHaveCount(90);
    await expect(tiles(page).first()).not.toHaveAttribute('aria-posinset');
    await expect(more).toHaveCount(0);
  });

  await test.step('of 10,000 few are drawn, in any width and wherever one is', async () => {
    wall.photos = fakePhotos(10_000);
    // A server that does not page is asked once.
    wall.meanwhile = (route) => route.fulfill({ json: wall.photos }).then(() => true);
    wall.asked.length = 0;
    await openGallery(page);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await goTo(page, 60_000);
      await expect.poll(async () => (await visibleTile(page)).id, `${width} px`).not.toBe('');
      expect(await photoGrid(page).locator('img').count(), `${width} px`).toBeLessThan(150);
      await scrollUntilSeen(page, titled(page, 10_000));
    }
    expect(wall.asked).toHaveLength(1);
  });

  await test.step('what one looks at stays in its place when the window changes, and when photos are added', async () => {
    await goTo(page, 60_000);
    const before = await visibleTile(page);
    const again = photoGrid(page).locator(`[data-id="${before.id}"]`);
    for (const width of [760, 360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(again).toBeInViewport();
    }
    const top = (await visibleTile(page)).top;
    wall.photos = [...fakePhotos(1).map((photo) => ({ ...photo, _id: 'new' })), ...wall.photos];
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(tiles(page).last()).toHaveAttribute('aria-setsize', '10001');
    await expect(again).toBeInViewport();
    expect(Math.abs((await visibleTile(page)).top - top)).toBeLessThan(300);
  });
});

test.describe('a wall that fails', () => {
  test.use({ expectedErrors: [/status of (418|404)/] });

  test('[GAL-01] [LND-09] the wall and the dialog say what they load and what does not come, and can be tried again', async ({
    page,
  }) => {
    const wall = await serveFakeGallery(page, []);
    const alert = page.getByRole('main').getByRole('alert');
    const dialog = page.getByRole('dialog', { name: 'Photos' });
    const refuse = (isRefused: (after: string | null) => boolean) => {
      wall.meanwhile = async (route, after) => {
        if (!isRefused(after)) return false;
        await route.fulfill({ status: 418, json: {} });
        return true;
      };
    };
    const hold = () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      wall.meanwhile = () => promise.then(() => false);
      return resolve;
    };

    await test.step('that the photos are asked for is said; without any, the first is asked for', async () => {
      const letGo = hold();
      await page.goto('/dashboard/gallery');
      const status = page.getByRole('main').getByRole('status');
      await expect(status.filter({ hasText: 'Loading the photos' })).toBeVisible();
      await expectAccessible(page);
      letGo();
      await expect(page.getByText('No photos yet. Yours could be the first.')).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('the first photo comes where its place was kept; a picture that does not come shows its title', async () => {
      wall.photos = fakePhotos(12);
      const letGo = hold();
      await page.route('**/images/photo-1?*', (route) => route.fulfill({ status: 404 }));
      await page.goto('/dashboard/gallery');
      const topOf = async (item: Locator) => (await item.first().boundingBox())?.y;
      const kept = page.getByRole('main').locator('[data-ground]');
      await expect(kept.first()).toBeVisible();
      const before = await topOf(kept);
      letGo();
      await expect(titled(page, 1)).toBeVisible();
      expect(await topOf(titled(page, 1))).toBe(before);

      const tile = tiles(page).nth(1);
      await expect(tile.locator('img')).toHaveCount(0);
      await expect(tile).toContainText('Photo number 2');
      await expectAccessible(page);
      await tile.getByRole('button', { name: 'Photo number 2', exact: true }).click();
      await expect(dialog).toContainText('This photo could not be loaded.');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.unroute('**/images/photo-1?*');
      await tile.getByRole('button', { name: 'Try again' }).click();
      await expect
        .poll(() => tile.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(0);
    });

    await test.step('a first page that fails: the wall can be tried again', async () => {
      wall.photos = fakePhotos(50);
      refuse(() => true);
      await page.goto('/dashboard/gallery');
      await expect(alert).toContainText('The photos could not be loaded.');
      await expectAccessible(page);
      refuse((after) => after !== null);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(photoGrid(page).locator('img')).toHaveCount(24);
    });

    await test.step('a later one that fails: after trying again in the dialog the arrow keys lead on', async () => {
      await expect(alert).toContainText('More photos could not be loaded.');
      await titled(page, 24).click();
      await expect(dialog.getByRole('alert')).toContainText('More photos could not be loaded.');
      refuse(() => false);
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await expect(dialog).toContainText('24 / 50');
      await page.keyboard.press('ArrowRight');
      await expect(dialog).toContainText('25 / 50');
    });

    await test.step('at the end of the wall: what is there stays, and it does not try by itself', async () => {
      wall.photos = fakePhotos(150);
      refuse((after) => after === 'photo-99');
      await openGallery(page);
      await scrollUntilSeen(page, alert);
      await expect(alert).toContainText('More photos could not be loaded.');
      await expect(titled(page, 100)).toBeVisible();
      await expectAccessible(page);
      const asked = wall.asked.length;
      await goTo(page, 0);
      await goToEnd(page);
      await expect(alert).toBeInViewport();
      expect(wall.asked, 'it does not try by itself').toHaveLength(asked);
      refuse(() => false);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(alert).toHaveCount(0);
      await scrollUntilSeen(page, titled(page, 150));
    });
  });
});
