import type { Locator } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { fakePhotos, serveFakeGallery } from './support/fake-gallery.ts';
import {
  firstVisibleTile,
  openGallery,
  photoButton,
  photoGrid,
  scrollToEnd,
  scrollToY,
  scrollUntilVisible,
  tiles,
} from './support/gallery-page.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(async ({ signedIn }) => expect(signedIn.email).toBeTruthy());

test('[API-03] [GAL-01] scrolling loads all photos; of 10,000 only a few are rendered, and the visible ones stay', async ({
  page,
}) => {
  const gallery = await serveFakeGallery(page, fakePhotos(270));
  const more = page.getByRole('button', { name: 'Load more photos' });

  await test.step('scrolling to the end loads everything without a button', async () => {
    await openGallery(page);
    await expect.poll(() => gallery.listRequests).toEqual(['?limit=24', '?limit=76&after=photo-23']);
    await scrollUntilVisible(page, photoButton(page, 270));
    expect(gallery.listRequests.slice(2)).toEqual([
      '?limit=76&after=photo-99',
      '?limit=76&after=photo-175',
      '?limit=76&after=photo-251',
    ]);
    const last = tiles(page).last();
    await expect(last).toHaveAttribute('aria-posinset', '270');
    await expect(last).toHaveAttribute('aria-setsize', '270');
    await expect(more).toHaveCount(0);
  });

  await test.step('a gallery of 90 photos is rendered completely', async () => {
    gallery.photos = fakePhotos(90);
    await openGallery(page);
    await expect(photoGrid(page).locator('img')).toHaveCount(90);
    await expect(tiles(page).first()).not.toHaveAttribute('aria-posinset');
    await expect(more).toHaveCount(0);
  });

  await test.step('of 10,000 photos only a few are rendered, at every width and position', async () => {
    gallery.photos = fakePhotos(10_000);
    // A server without paging receives one request.
    gallery.intercept = (route) => route.fulfill({ json: gallery.photos }).then(() => true);
    gallery.listRequests.length = 0;
    await openGallery(page);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await scrollToY(page, 60_000);
      await expect.poll(async () => (await firstVisibleTile(page)).id, `${width} px`).not.toBe('');
      expect(await photoGrid(page).locator('img').count(), `${width} px`).toBeLessThan(150);
      await scrollUntilVisible(page, photoButton(page, 10_000));
    }
    expect(gallery.listRequests).toHaveLength(1);
  });

  await test.step('the visible photos keep their position when the window is resized and when photos are added', async () => {
    await scrollToY(page, 60_000);
    const before = await firstVisibleTile(page);
    const sameTile = photoGrid(page).locator(`[data-id="${before.id}"]`);
    for (const width of [760, 360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(sameTile).toBeInViewport();
    }
    const top = (await firstVisibleTile(page)).top;
    gallery.photos = [...fakePhotos(1).map((photo) => ({ ...photo, _id: 'new' })), ...gallery.photos];
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(tiles(page).last()).toHaveAttribute('aria-setsize', '10001');
    await expect(sameTile).toBeInViewport();
    expect(Math.abs((await firstVisibleTile(page)).top - top)).toBeLessThan(300);
  });
});

test.describe('a gallery that fails to load', () => {
  test.use({ expectedErrors: [/status of (418|404)/] });

  test('[GAL-01] [LND-09] the gallery and the dialog show loading and error states and can be retried', async ({
    page,
  }) => {
    const gallery = await serveFakeGallery(page, []);
    const alert = page.getByRole('main').getByRole('alert');
    const dialog = page.getByRole('dialog', { name: 'Photos' });
    const failRequests = (shouldFail: (after: string | null) => boolean) => {
      gallery.intercept = async (route, after) => {
        if (!shouldFail(after)) return false;
        await route.fulfill({ status: 418, json: {} });
        return true;
      };
    };
    const hold = () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      gallery.intercept = () => promise.then(() => false);
      return resolve;
    };

    await test.step('the gallery shows a loading state, and invites the first photo when it is empty', async () => {
      const release = hold();
      await page.goto('/dashboard/gallery');
      const status = page.getByRole('main').getByRole('status');
      await expect(status.filter({ hasText: 'Loading the photos' })).toBeVisible();
      await expectAccessible(page);
      release();
      await expect(page.getByText('No photos yet. Upload the first one above.')).toBeVisible();
      await expectAccessible(page);
    });

    await test.step('the first photo appears in its reserved place, and an image that fails shows its title', async () => {
      gallery.photos = fakePhotos(12);
      const release = hold();
      await page.route('**/images/photo-1?*', (route) => route.fulfill({ status: 404 }));
      await page.goto('/dashboard/gallery');
      const topOf = async (item: Locator) => (await item.first().boundingBox())?.y;
      const placeholders = page.getByRole('main').locator('[data-ground]');
      await expect(placeholders.first()).toBeVisible();
      const before = await topOf(placeholders);
      release();
      await expect(photoButton(page, 1)).toBeVisible();
      expect(await topOf(photoButton(page, 1))).toBe(before);

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

    await test.step('the gallery can be retried after the first page fails', async () => {
      gallery.photos = fakePhotos(50);
      failRequests(() => true);
      await page.goto('/dashboard/gallery');
      await expect(alert).toContainText('The photos could not be loaded.');
      await expectAccessible(page);
      failRequests((after) => after !== null);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(photoGrid(page).locator('img')).toHaveCount(24);
    });

    await test.step('after a later page fails, a retry in the dialog lets the arrow keys continue', async () => {
      await expect(alert).toContainText('More photos could not be loaded.');
      await photoButton(page, 24).click();
      await expect(dialog.getByRole('alert')).toContainText('More photos could not be loaded.');
      failRequests(() => false);
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await expect(dialog).toContainText('24 / 50');
      await page.keyboard.press('ArrowRight');
      await expect(dialog).toContainText('25 / 50');
    });

    await test.step('a failed page at the end keeps the loaded photos and is not retried automatically', async () => {
      gallery.photos = fakePhotos(150);
      failRequests((after) => after === 'photo-99');
      await openGallery(page);
      await scrollUntilVisible(page, alert);
      await expect(alert).toContainText('More photos could not be loaded.');
      await expect(photoButton(page, 100)).toBeVisible();
      await expectAccessible(page);
      const listRequests = gallery.listRequests.length;
      await scrollToY(page, 0);
      await scrollToEnd(page);
      await expect(alert).toBeInViewport();
      expect(gallery.listRequests, 'no automatic retry').toHaveLength(listRequests);
      failRequests(() => false);
      await alert.getByRole('button', { name: 'Try again' }).click();
      await expect(alert).toHaveCount(0);
      await scrollUntilVisible(page, photoButton(page, 150));
    });

    await test.step('more photos load if they came into view while the first ones were loading again', async () => {
      await openGallery(page);
      await page.waitForLoadState('networkidle');
      const requests = gallery.listRequests.length;
      const release = hold();
      // Simulates the reader returning to this tab.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
      await expect.poll(() => gallery.listRequests.length).toBe(requests + 1);
      await scrollToEnd(page);
      await expect(page.getByRole('button', { name: 'Load more photos' })).toBeInViewport();
      release();
      await scrollUntilVisible(page, photoButton(page, 150));
    });

    await test.step('more photos load when a busy browser reports together that the end was far and is near', async () => {
      await page.addInitScript(() => {
        const { IntersectionObserver: Observer } = window;
        window.IntersectionObserver = class extends Observer {
          constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
            const pending: IntersectionObserverEntry[] = [];
            super((entries, observer) => {
              pending.push(...entries);
              if (entries.some(({ isIntersecting }) => isIntersecting)) callback(pending.splice(0), observer);
              else document.documentElement.dataset.far = '';
            }, options);
          }
        };
      });
      await openGallery(page);
      await expect(page.locator('html[data-far]')).toBeAttached();
      await scrollUntilVisible(page, photoButton(page, 150));
    });
  });
});
