import type { Locator } from '@playwright/test';
import { carousel, reachable, slides, wake, wholeSlides } from './support/landing.ts';
import { expect, test } from './support/test.ts';

const titles = ['Campus week', 'The blood bus', 'Night shift', 'A good start'];

const shown = (of: Locator, title: string) =>
  expect(reachable(of).filter({ hasText: title })).toBeInViewport({ ratio: 0.5 });

test('[LND-03] [LND-12] each carousel is worked by keyboard alone, and moves only then; four campaigns in a ring; one to six sponsors side by side', async ({
  page,
}) => {
  await page.goto('/');
  await test.step('by keyboard', async () => {
    for (const name of ['Why donate', 'Our Campaigns', 'Donor reviews', 'Our Sponsors']) {
      const of = carousel(page, name);
      await wake(of);
      const announced = of.locator('[aria-live=polite]');
      await expect(announced).toHaveText('');
      const first = (await reachable(of).first().getAttribute('aria-label')) ?? '';
      const next = of.getByRole('button', { name: 'Next' });
      await next.focus();
      await page.keyboard.press('Enter');
      await expect(announced).toHaveText(/^Slide 2 of \d+: /);
      await expect(reachable(of).first()).not.toHaveAttribute('aria-label', first);
      await expect(next).toBeFocused();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Space');
      const dots = of.getByRole('button', { name: /^Slide \d+: / });
      await expect(announced).toHaveText(new RegExp(`^Slide ${await dots.count()} of`));
      await of.getByRole('button', { name: 'Previous' }).focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(announced).toHaveText(/^Slide 1 of/);
      await expect(reachable(of).first()).toHaveAttribute('aria-label', first);
      await page.keyboard.press('ArrowRight');
      await expect(announced).toHaveText(/^Slide 2 of/);
    }
  });

  await test.step('one slide for each of the four campaigns, in a ring', async () => {
    const campaigns = carousel(page, 'Our Campaigns');
    await expect(campaigns).toHaveAttribute('aria-roledescription', 'carousel');
    await campaigns.getByRole('button', { name: 'Slide 1: Campus week' }).click();
    await expect(slides(campaigns)).toHaveCount(4);
    for (const title of titles) {
      await shown(campaigns, title);
      const slide = reachable(campaigns);
      await expect(slide).toHaveCount(1);
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
    await campaigns.getByRole('button', { name: 'Slide 3: Night shift' }).click();
    await shown(campaigns, 'Night shift');
    await expect(campaigns.getByRole('button', { name: /^Slide/, pressed: undefined })).toHaveCount(4);
    await expect(campaigns.locator('[aria-current]')).toHaveAccessibleName('Slide 3: Night shift');
    await expect(campaigns.locator('[aria-live=polite]')).toHaveText('Slide 3 of 4: Night shift');
    const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids).toEqual([...new Set(ids)]);
  });

  await test.step('the sponsors follow the width of the window', async () => {
    const sponsors = carousel(page, 'Our Sponsors');
    for (const [width, count] of [
      [1100, 4],
      [700, 2],
      [360, 1],
      [1440, 6],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => wholeSlides(sponsors)).toBe(count);
      await expect(reachable(sponsors)).toHaveCount(count);
    }
  });
});
