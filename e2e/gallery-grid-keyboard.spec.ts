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
} from './support/gallery-page.ts';
import { slides } from './support/landing.ts';
import { expect, test } from './support/test.ts';

test('[LND-09] a large gallery works with the keyboard and in the dialog, and Back restores the scroll position', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  const dialog = page.getByRole('dialog', { name: 'Photos' });
  const gallery = await serveFakeGallery(page, fakePhotos(1000));
  await openGallery(page);
  await expect.poll(() => gallery.listRequests.length).toBe(2);

  await test.step('with the keyboard the focus is never lost, Tab continues, and a button skips the photos', async () => {
    await photoButton(page, 5).focus();
    // Scrolls again if the second page was rendered after scrolling.
    await expect(async () => {
      await scrollToEnd(page);
      await expect(photoButton(page, 90)).toBeAttached({ timeout: 5000 });
    }).toPass();
    await expect(photoButton(page, 5)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(photoButton(page, 6)).toBeFocused();
    await expect(photoButton(page, 6)).toBeInViewport();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(photoButton(page, 4)).toBeFocused();

    await photoButton(page, 1).focus();
    await page.keyboard.press('Shift+Tab');
    const skipButton = page.getByRole('button', { name: 'Skip the photos' });
    await expect(skipButton).toBeFocused();
    await expect(skipButton).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Enter');
    const more = page.getByRole('button', { name: 'Load more photos' });
    await expect(more).toBeInViewport();
    const listRequests = gallery.listRequests.length;
    await page.keyboard.press('Tab');
    await expect(more).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('contentinfo')).toBeInViewport();
    expect(gallery.listRequests, 'the end of the page loads no further photos').toHaveLength(listRequests);
    await page.keyboard.press('Enter');
    await expect.poll(() => gallery.listRequests.length).toBe(listRequests + 1);
  });

  await test.step('the dialog starts at the clicked photo and loads more', async () => {
    gallery.listRequests.length = 0;
    await openGallery(page);
    await expect.poll(() => gallery.listRequests.length).toBe(2);
    const large = (number: number) =>
      dialog.getByRole('img', { name: `Photo number ${number}`, exact: true });
    await scrollToY(page, 7000);
    const clicked = Number((await firstVisibleTile(page)).id.replace('photo-', '')) + 1;
    await photoButton(page, clicked).click();
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
    const announcement = dialog.locator('[aria-live=polite]');
    await expect(announcement).toHaveText('Slide 71 of more than 176: Photo number 71');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(photoButton(page, clicked)).toBeFocused();
    await page.emulateMedia({ reducedMotion: null });
  });

  await test.step('Back restores the scroll position without loading the whole list again', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    gallery.photos = fakePhotos(500);
    await openGallery(page);
    await scrollUntilVisible(page, photoButton(page, 500));
    await scrollToY(page, 20_000);
    await expect(photoButton(page, 170)).toBeAttached();
    const before = await firstVisibleTile(page);
    const listRequests = gallery.listRequests.length;
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Donors' }).click();
    await expect(page.getByRole('heading', { name: 'Our Donors' })).toBeVisible();
    await page.evaluate(() => {
      const scrollPositions: number[] = [];
      addEventListener('scroll', () => scrollPositions.push(Math.round(scrollY)));
      Object.assign(window, { scrollPositions });
    });
    await page.goBack();
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(20_000);
    // The page jumps to its position without smooth scrolling.
    const scrollPositions = () =>
      page.evaluate(() => (window as unknown as { scrollPositions: number[] }).scrollPositions);
    await expect.poll(scrollPositions).toContain(20_000);
    expect((await scrollPositions()).filter((position) => position > 0 && position < 20_000)).toEqual([]);
    expect(await firstVisibleTile(page)).toEqual(before);
    await expect.poll(() => gallery.listRequests.slice(listRequests)).toEqual(['?limit=24']);
  });

  await test.step('a photo stays centered in the dialog with a very long title', async () => {
    const title = 'x'.repeat(200);
    gallery.photos = fakePhotos(3);
    Object.assign(gallery.photos[1] ?? {}, { title });
    await page.setViewportSize({ width: 360, height: 740 });
    await openGallery(page);
    await photoGrid(page).getByRole('button', { name: title }).click();
    await expect(dialog.locator('[data-ready]')).toBeVisible();
    const picture = dialog.getByRole('img', { name: title });
    await expect(picture).toBeInViewport({ ratio: 0.99 });
    const titleText = dialog.getByText(title);
    await expect(titleText).toBeInViewport({ ratio: 0.99 });
    // The fake image is taller than the list says.
    await page.setViewportSize({ width: 640, height: 420 });
    const space = async () => {
      const { y = 0, height = 0 } = (await picture.boundingBox()) ?? {};
      return ((await titleText.boundingBox())?.y ?? 0) - y - height;
    };
    await expect.poll(space).toBeGreaterThan(0);
  });
});
