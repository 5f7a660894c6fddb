import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { hold } from './support/connection.ts';
import { carousel, reachableSlides, section, slides, waitForCarousel } from './support/landing.ts';
import { expect, test } from './support/test.ts';

const photos = (page: Page) => section(page, 'Photo Gallery').locator('img');

test.use({ expectedErrors: [/status of 418/] });

test('[LND-05] [LND-08] [LND-09] reviews and photos load with loading and error states, and photos open in a coverflow', async ({
  page,
}) => {
  const all = (await (await page.request.get('/api/photo')).json()) as { title: string }[];

  await test.step('both can be retried after an error', async () => {
    const sections = [
      ['**/api/reviews', 'Awesome Words From Donors', 'Donor reviews'],
      ['**/api/photo?*', 'Photo Gallery', 'Photos'],
    ] as const;
    for (const [address] of sections)
      await page.route(address, (route) => route.fulfill({ status: 418, json: {} }));
    await page.goto('/');
    for (const [address, heading, contentLabel] of sections) {
      const region = section(page, heading);
      await region.scrollIntoViewIfNeeded();
      await expect(region.getByRole('alert')).toContainText('could not be loaded');
      await expectAccessible(page);
      await page.unroute(address);
      await region.getByRole('button', { name: 'Try again' }).click();
      await expect(region.locator(`[aria-label="${contentLabel}"]`)).toBeVisible();
      await expect(region.getByRole('alert')).toHaveCount(0);
    }
  });

  await page.setViewportSize({ width: 360, height: 900 });
  const release = await hold(page, /\/api\/(reviews|photo)/);
  await page.goto('/');
  const gallery = section(page, 'Photo Gallery');
  await test.step('reviews show a loading indicator and then their slides', async () => {
    await gallery.scrollIntoViewIfNeeded();
    await expect(gallery.getByRole('status')).toHaveText('Loading the photos');
    const opinions = section(page, 'Awesome Words From Donors');
    await opinions.scrollIntoViewIfNeeded();
    await expect(opinions.getByRole('status')).toHaveText('Loading the reviews');
    release();
    const shown = carousel(page, 'Donor reviews');
    await waitForCarousel(shown);
    await expect(opinions.getByRole('status')).toHaveCount(0);
    const reviews = await (await page.request.get('/api/reviews')).json();
    await expect(slides(shown)).toHaveCount(reviews.length);
    for (const { name, viewContext, memberType } of reviews) {
      const slide = slides(shown).filter({ hasText: name });
      await expect(slide).toContainText(viewContext);
      await expect(slide).toContainText(memberType);
    }
  });

  await test.step('the first 11 photos show in one to three columns', async () => {
    await gallery.scrollIntoViewIfNeeded();
    for (const [width, columns, widest] of [
      [360, 1, 320],
      [700, 2, 600],
      [1440, 3, 1050],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect(photos(page)).toHaveCount(11);
      const titles = await photos(page).evaluateAll((images) =>
        images.map((img) => (img as HTMLImageElement).alt),
      );
      expect(titles).toEqual(all.slice(0, 11).map(({ title }) => title));
      const boxes = () =>
        photos(page).evaluateAll((images) => images.map((img) => img.getBoundingClientRect().toJSON()));
      await expect
        .poll(async () => new Set((await boxes()).map(({ x }) => Math.round(x))).size, `${width} px`)
        .toBe(columns);
      const seen = await boxes();
      const tops = seen.map(({ y }) => Math.round(y));
      expect(tops).toEqual(tops.toSorted((a, b) => a - b));
      const space = Math.max(...seen.map((box) => box.x + box.width)) - Math.min(...seen.map((box) => box.x));
      expect(space).toBeLessThanOrEqual(widest);
      expect(space).toBeGreaterThan(widest * 0.95);
    }
  });

  await test.step('a photo opens the coverflow at its position, which closes in three ways and returns the focus', async () => {
    const chosen = photos(page).nth(4);
    const title = (await chosen.getAttribute('alt')) ?? '';
    await chosen.click();
    const dialog = page.getByRole('dialog', { name: 'Photos' });
    await expect(slides(dialog)).toHaveCount(all.length);
    await expect(dialog).toContainText(`5 / ${all.length}`);
    await expect(reachableSlides(dialog)).toHaveCount(1);
    await expect(dialog.getByRole('button'), 'no actions for members only').toHaveCount(3);
    await expect(reachableSlides(dialog).getByRole('img', { name: title })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('ArrowRight');
    await expect(dialog).toContainText(`6 / ${all.length}`);
    await dialog.getByRole('button', { name: 'Previous' }).click();
    await dialog.getByRole('button', { name: 'Previous' }).click();
    await expect(dialog).toContainText(`4 / ${all.length}`);
    await expect(reachableSlides(dialog).getByRole('img', { name: all[3]?.title ?? '' })).toBeInViewport({
      ratio: 1,
    });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);

    const opener = section(page, 'Photo Gallery').getByRole('listitem').nth(10).getByRole('button');
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('11 / ');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.click();
    await expect(dialog).toContainText('11 / ');
    await page.mouse.click(12, 12);
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  await test.step('the links of both sections work', async () => {
    await page.getByRole('link', { name: 'Share your opinion' }).click();
    await expect(page.locator('#request-appointment [name=opinion]')).toBeFocused();
    await expect(page.locator('#request-appointment [name=opinion]')).toBeInViewport();
    const link = page.getByRole('link', { name: 'See All Images' });
    await expect(link).toHaveAttribute('href', '/dashboard/gallery');
    await link.click();
    await expect(page).toHaveURL(/\/login$/);
    const reason = page.getByText('Sign in to see all photos and to share yours.');
    await expect(reason).toBeVisible();
    await page.reload();
    await expect(reason).toBeVisible();
  });
});
