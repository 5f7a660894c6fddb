import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { slides } from './support/landing.ts';
import { expect, test } from './support/test.ts';
import { madeUpPhotos, putUpWall } from './support/wall.ts';

const wallOf = (page: Page): Locator => page.getByRole('list', { name: 'Photos' });
const tiles = (page: Page): Locator => wallOf(page).getByRole('listitem');
const titled = (page: Page, number: number): Locator =>
  wallOf(page).getByRole('button', { name: `Photo number ${number}`, exact: true });

const goTo = (page: Page, top: number) =>
  page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
const goToEnd = (page: Page) => goTo(page, 1e9);

async function openGallery(page: Page): Promise<void> {
  await page.goto('/dashboard/gallery');
  await expect(tiles(page).first()).toBeVisible();
}

test.beforeEach(async ({ signedIn }) => expect(signedIn.email).toBeTruthy());

test('[API-03] [GAL-01] the wall loads on as one scrolls, to its end', async ({ page }) => {
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
});

test('[GAL-01] a wall of 90 photos is drawn whole, and its end is no button', async ({ page }) => {
  await putUpWall(page, madeUpPhotos(90));
  await openGallery(page);
  await expect(wallOf(page).locator('img')).toHaveCount(90);
  await expect(tiles(page).first()).not.toHaveAttribute('aria-posinset');
  await expect(page.getByRole('button', { name: 'Load more photos' })).toHaveCount(0);
});

test('[API-03] a server that does not page is asked once', async ({ page }) => {
  const wall = await putUpWall(page, madeUpPhotos(400));
  wall.meanwhile = (route) => route.fulfill({ json: wall.photos }).then(() => true);
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

for (const width of [360, 768, 1440])
  test(`[GAL-01] of 10,000 photos fewer than 150 are drawn at ${width} px, without overlaps, tops never decreasing`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const wall = await putUpWall(page, madeUpPhotos(10_000));
    wall.meanwhile = (route) => route.fulfill({ json: wall.photos }).then(() => true);
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
  const kept = page.getByRole('main').locator('.bb-photo-ground');
  await expect(kept.first()).toBeVisible();
  const before = await topOf(kept);
  resolve();
  await expect(titled(page, 1)).toBeVisible();
  expect(await topOf(titled(page, 1))).toBe(before);
});

/** The first photo that is seen under the bar, and where it stands. */
const lookedAt = (page: Page) =>
  wallOf(page).evaluate((list) => {
    const first = [...list.querySelectorAll('li')].find((li) => li.getBoundingClientRect().bottom > 101);
    return { id: first?.dataset.id ?? '', top: first?.getBoundingClientRect().top ?? Number.NaN };
  });

test('what one looks at stays in its place when the window changes, and when photos are added', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const wall = await putUpWall(page, madeUpPhotos(2000));
  wall.meanwhile = (route) => route.fulfill({ json: wall.photos }).then(() => true);
  await openGallery(page);
  await goTo(page, 60_000);
  const before = await lookedAt(page);
  const again = wallOf(page).locator(`[data-id="${before.id}"]`);
  for (const width of [760, 360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(again).toBeInViewport();
  }
  const top = (await lookedAt(page)).top;
  wall.photos = [...madeUpPhotos(1).map((photo) => ({ ...photo, _id: 'new' })), ...wall.photos];
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(tiles(page).last()).toHaveAttribute('aria-setsize', '2001');
  await expect(again).toBeInViewport();
  expect(Math.abs((await lookedAt(page)).top - top)).toBeLessThan(300);
});

test('Back leads to where one was, without asking for the whole wall again', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const wall = await putUpWall(page, madeUpPhotos(500));
  await openGallery(page);
  await expect(async () => {
    await goToEnd(page);
    await expect(titled(page, 500)).toBeAttached({ timeout: 500 });
  }).toPass();
  await goTo(page, 20_000);
  await expect(titled(page, 170)).toBeAttached();
  const before = await lookedAt(page);
  const asked = wall.asked.length;
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Donors' }).click();
  await expect(page.getByRole('heading', { name: 'Our Donors' })).toBeVisible();
  await page.evaluate(() => {
    const places: number[] = [];
    addEventListener('scroll', () => places.push(Math.round(scrollY)));
    Object.assign(window, { places });
  });
  await page.goBack();
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(20_000);
  // In one jump, without gliding through all that lies before.
  const places = () => page.evaluate(() => (window as unknown as { places: number[] }).places);
  await expect.poll(places).toContain(20_000);
  expect((await places()).filter((place) => place > 0 && place < 20_000)).toEqual([]);
  expect(await lookedAt(page)).toEqual(before);
  await expect.poll(() => wall.asked.slice(asked)).toEqual(['?limit=24']);
});

test('by keyboard: the focus is never lost, Tab goes on, and there is a way past the wall', async ({
  page,
}) => {
  const wall = await putUpWall(page, madeUpPhotos(600));
  await openGallery(page);
  await expect.poll(() => wall.asked.length).toBe(2);
  await titled(page, 5).focus();
  await goToEnd(page);
  await expect(titled(page, 90)).toBeAttached();
  await expect(titled(page, 5)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(titled(page, 6)).toBeFocused();
  await expect(titled(page, 6)).toBeInViewport();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(titled(page, 4)).toBeFocused();

  await titled(page, 1).focus();
  await page.keyboard.press('Shift+Tab');
  const past = page.getByRole('button', { name: 'Skip the photos' });
  await expect(past).toBeFocused();
  await expect(past).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  const more = page.getByRole('button', { name: 'Load more photos' });
  await expect(more).toBeInViewport();
  const asked = wall.asked.length;
  await page.keyboard.press('Tab');
  await expect(more).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('contentinfo')).toBeInViewport();
  expect(wall.asked, 'the end of the page does not run away').toHaveLength(asked);
  await page.keyboard.press('Enter');
  await expect.poll(() => wall.asked.length).toBe(asked + 1);
});

test('[LND-09] the dialog leads through thousands of photos, begins at the clicked one, and loads on', async ({
  page,
}) => {
  const wall = await putUpWall(page, madeUpPhotos(1000));
  await openGallery(page);
  await expect.poll(() => wall.asked.length).toBe(2);
  await titled(page, 12).click();
  const dialog = page.getByRole('dialog', { name: 'Photos' });
  const large = (number: number) => dialog.getByRole('img', { name: `Photo number ${number}`, exact: true });
  await expect(dialog).toContainText('12 / 100+');
  await expect(large(12)).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  for (let number = 13; number <= 75; number++) {
    await page.keyboard.press('ArrowRight');
    await expect(dialog).toContainText(`${number} / `);
  }
  await expect(dialog).toContainText('75 / 176+');
  await expect(large(75)).toBeInViewport({ ratio: 1 });
  expect(await slides(dialog).count()).toBeLessThan(15);
  await dialog.getByRole('button', { name: 'Previous' }).click();
  await expect(dialog).toContainText('74 / 176+');
  await expect(dialog.locator('[aria-live=polite]')).toHaveText('Slide 74 of more than 176: Photo number 74');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(titled(page, 12)).toBeFocused();
});

test('[LND-09] a photo stays in the middle of the dialog, however long the words of its title', async ({
  page,
}) => {
  const { photos } = await putUpWall(page, madeUpPhotos(3));
  const title = 'x'.repeat(200);
  Object.assign(photos[1] ?? {}, { title });
  await page.setViewportSize({ width: 360, height: 740 });
  await openGallery(page);
  await page.getByRole('list', { name: 'Photos' }).getByRole('button', { name: title }).click();
  const dialog = page.getByRole('dialog', { name: 'Photos' });
  await expect(dialog.locator('[data-alive]')).toBeVisible();
  await expect(dialog.getByRole('img', { name: title })).toBeInViewport({ ratio: 0.99 });
  const words = dialog.getByText(title);
  await expect(words).toBeInViewport({ ratio: 0.99 });

  // The picture here is taller than its host told.
  await page.setViewportSize({ width: 640, height: 420 });
  const picture = dialog.getByRole('img', { name: title });
  const space = async () => {
    const { y = 0, height = 0 } = (await picture.boundingBox()) ?? {};
    return ((await words.boundingBox())?.y ?? 0) - y - height;
  };
  await expect.poll(space).toBeGreaterThan(0);
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
