import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { slides } from './support/landing.ts';
import { expect, test } from './support/test.ts';
import { madeUpPhotos, putUpWall } from './support/wall.ts';
import { goTo, goToEnd, openGallery, tiles, titled, wallOf } from './support/wall-page.ts';

test.beforeEach(async ({ signedIn }) => expect(signedIn.email).toBeTruthy());

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
