import type { Locator } from '@playwright/test';
import { carousel, slides, visibleSlides, waitForCarousel } from './support/landing.ts';
import { expect, test } from './support/test.ts';

const titles = ['Campus week', 'The blood bus', 'Night shift', 'A good start'];

const shown = (root: Locator, title: string) =>
  expect(slides(root).filter({ hasText: title })).toBeInViewport({ ratio: 0.5 });

test('[LND-03] [LND-12] carousels work with the keyboard; the four campaigns loop; one to six sponsors show side by side', async ({
  page,
}) => {
  await page.goto('/');
  await test.step('with the keyboard', async () => {
    for (const name of ['Why donate', 'Our Campaigns', 'Donor reviews', 'Our Sponsors']) {
      const root = carousel(page, name);
      await waitForCarousel(root);
      const announcement = root.locator('[aria-live=polite]');
      await expect(announcement).toHaveText('');
      const first = await visibleSlides(root);
      const next = root.getByRole('button', { name: 'Next' });
      await next.focus();
      await page.keyboard.press('Enter');
      await expect(announcement).toHaveText(/^Slide 2 of \d+: /);
      await expect.poll(() => visibleSlides(root)).not.toEqual(first);
      await expect(next).toBeFocused();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Space');
      const dots = root.getByRole('button', { name: /^Slide \d+: / });
      await expect(announcement).toHaveText(new RegExp(`^Slide ${await dots.count()} of`));
      await root.getByRole('button', { name: 'Previous' }).focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(announcement).toHaveText(/^Slide 1 of/);
      await expect.poll(() => visibleSlides(root)).toEqual(first);
      await page.keyboard.press('ArrowRight');
      await expect(announcement).toHaveText(/^Slide 2 of/);
    }
  });

  await test.step('the four campaigns have one slide each and loop', async () => {
    const campaigns = carousel(page, 'Our Campaigns');
    await expect(campaigns).toHaveAttribute('aria-roledescription', 'carousel');
    await campaigns.getByRole('button', { name: 'Slide 1: Campus week' }).click();
    await expect(slides(campaigns)).toHaveCount(4);
    for (const title of titles) {
      await shown(campaigns, title);
      const slide = slides(campaigns).filter({ hasText: title });
      await expect.poll(() => visibleSlides(campaigns)).toHaveLength(1);
      await expect(slide).toContainText(/(November|December|January) \d+, 202\d/);
      await expect(slide).toContainText(/\d:\d\d (am|pm) - /);
      const picture = slide.locator('img');
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(0);
      await campaigns.getByRole('button', { name: 'Next' }).click();
    }
    await shown(campaigns, 'Campus week');
    await campaigns.getByRole('button', { name: 'Previous' }).click();
    await shown(campaigns, 'A good start');
  });

  await test.step('the row reaches the slide even if the browser ends its smooth scroll', async () => {
    const campaigns = carousel(page, 'Our Campaigns');
    const row = campaigns.locator('.bb-carousel-row');
    await row.evaluate((element) => {
      const scroll = element.scrollTo.bind(element);
      element.scrollTo = (options) =>
        scroll(
          typeof options === 'object' && options.behavior === 'instant'
            ? options
            : { left: element.scrollLeft - 30, behavior: 'instant' },
        );
    });
    await campaigns.getByRole('button', { name: 'Slide 2: The blood bus' }).click();
    await shown(campaigns, 'The blood bus');
    await row.evaluate((element) => Reflect.deleteProperty(element, 'scrollTo'));
    await campaigns.getByRole('button', { name: 'Slide 4: A good start' }).click();
    await shown(campaigns, 'A good start');
  });

  await test.step('pressing a mouse button moves nothing, so that a click is not lost', async () => {
    const campaigns = carousel(page, 'Our Campaigns');
    const row = campaigns.locator('.bb-carousel-row');
    await expect.poll(() => visibleSlides(campaigns)).toHaveLength(1);
    await row.hover();
    const position = await row.evaluate((element) => element.scrollLeft - 200);
    const positionAfter20Frames = () =>
      row.evaluate(async (element) => {
        for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame);
        return element.scrollLeft;
      });
    await expect(async () => {
      // Stops between two slides, as the Tab key or the browser's search may do.
      await row.evaluate((element, left) => element.scrollTo({ left, behavior: 'instant' }), position);
      expect(await positionAfter20Frames(), 'the last move has ended').toBe(position);
    }).toPass();
    await page.mouse.down();
    expect(await positionAfter20Frames()).toBe(position);
    await page.mouse.up();
    await campaigns.getByRole('button', { name: 'Slide 3: Night shift' }).click();
    await shown(campaigns, 'Night shift');
    await expect(campaigns.getByRole('button', { name: /^Slide/, pressed: undefined })).toHaveCount(4);
    await expect(campaigns.locator('[aria-current]')).toHaveAccessibleName('Slide 3: Night shift');
    await expect(campaigns.locator('[aria-live=polite]')).toHaveText('Slide 3 of 4: Night shift');
    const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids).toEqual([...new Set(ids)]);
  });

  await test.step('the number of visible sponsors depends on the window width', async () => {
    const sponsors = carousel(page, 'Our Sponsors');
    await sponsors.getByRole('button', { name: 'Next' }).click();
    for (const [width, count] of [
      [1100, 4],
      [700, 2],
      [360, 1],
      [1440, 6],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => visibleSlides(sponsors)).toHaveLength(count);
    }
  });
});
