import { expectAccessible } from './support/accessible.ts';
import { fakePhotos, serveFakeGallery } from './support/fake-gallery.ts';
import {
  goTo,
  goToEnd,
  openGallery,
  photoGrid,
  scrollUntilSeen,
  titled,
  visibleTile,
} from './support/gallery-page.ts';
import { slides } from './support/landing.ts';
import { expect, test } from './support/test.ts';

test('[LND-09] through thousands of photos: by keyboard, in the dialog, and Back to where one was', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  const dialog = page.getByRole('dialog', { name: 'Photos' });
  const wall = await serveFakeGallery(page, fakePhotos(1000));
  await openGallery(page);
  await expect.poll(() => wall.asked.length).toBe(2);

  await test.step('by keyboard: the focus is never lost, Tab goes on, and there is a way past the wall', async () => {
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

  await test.step('the dialog begins at the clicked photo and loads on', async () => {
    wall.asked.length = 0;
    await openGallery(page);
    await expect.poll(() => wall.asked.length).toBe(2);
    const large = (number: number) =>
      dialog.getByRole('img', { name: `Photo number ${number}`, exact: true });
    await goTo(page, 7000);
    const clicked = Number((await visibleTile(page)).id.replace('photo-', '')) + 1;
    await titled(page, clicked).click();
    await expect(dialog).toContainText(`${clicked} / 100+`);
    await expect(large(clicked)).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (let number = clicked + 1; number <= 72; number++) {
      await page.keyboard.press('ArrowRight');
      await expect(dialog).toContainText(`${number} / `);
    }
    await expect(dialog).toContainText('72 / 176+');
    await expect(large(72)).toBeInViewport({ ratio: 1 });
    expect(await slides(dialog).count()).toBeLessThan(15);
    await dialog.getByRole('button', { name: 'Previous' }).click();
    await expect(dialog).toContainText('71 / 176+');
    const announced = dialog.locator('[aria-live=polite]');
    await expect(announced).toHaveText('Slide 71 of more than 176: Photo number 71');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(titled(page, clicked)).toBeFocused();
    await page.emulateMedia({ reducedMotion: null });
  });

  await test.step('Back leads to where one was, without asking for the whole wall again', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    wall.photos = fakePhotos(500);
    await openGallery(page);
    await scrollUntilSeen(page, titled(page, 500));
    await goTo(page, 20_000);
    await expect(titled(page, 170)).toBeAttached();
    const before = await visibleTile(page);
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
    expect(await visibleTile(page)).toEqual(before);
    await expect.poll(() => wall.asked.slice(asked)).toEqual(['?limit=24']);
  });

  await test.step('a photo stays in the middle of the dialog, however long the words of its title', async () => {
    const title = 'x'.repeat(200);
    wall.photos = fakePhotos(3);
    Object.assign(wall.photos[1] ?? {}, { title });
    await page.setViewportSize({ width: 360, height: 740 });
    await openGallery(page);
    await photoGrid(page).getByRole('button', { name: title }).click();
    await expect(dialog.locator('[data-ready]')).toBeVisible();
    const picture = dialog.getByRole('img', { name: title });
    await expect(picture).toBeInViewport({ ratio: 0.99 });
    const words = dialog.getByText(title);
    await expect(words).toBeInViewport({ ratio: 0.99 });
    // The picture here is taller than its host told.
    await page.setViewportSize({ width: 640, height: 420 });
    const space = async () => {
      const { y = 0, height = 0 } = (await picture.boundingBox()) ?? {};
      return ((await words.boundingBox())?.y ?? 0) - y - height;
    };
    await expect.poll(space).toBeGreaterThan(0);
  });
});
