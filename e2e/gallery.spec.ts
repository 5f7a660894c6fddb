import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/test.ts';

const photos = (page: Page) => page.getByRole('main').locator('img');

async function openGallery(page: Page) {
  await page.goto('/dashboard/gallery');
  await expect(page.getByRole('heading', { name: 'PHOTO GALLERY' })).toBeVisible();
  await expect(photos(page).first()).toBeVisible();
}

test('[GAL-01] photos load when they come near, in two sharpnesses, with a title as alternative text, in one to three columns', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  await openGallery(page);
  await expectAccessible(page);
  const first = photos(page).first();
  await expect(first).toHaveAttribute('loading', 'lazy');
  await expect(first).toHaveAttribute('src', /[?&]w=162(&|$)/);
  await expect(first).toHaveAttribute('srcset', /w=162\S* 162w, \S*w=162\S*dpr=2\S* 324w/);
  await expect(first).toHaveAttribute('alt', /\w/);

  await expect.poll(async () => (await photos(page).all()).length).toBeGreaterThanOrEqual(14);
  for (const [width, columns] of [
    [360, 1],
    [768, 2],
    [1440, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const boxes = () =>
      photos(page).evaluateAll((all) => all.map((img) => img.getBoundingClientRect().toJSON()));
    await expect.poll(async () => new Set((await boxes()).map(({ x }) => Math.round(x))).size).toBe(columns);
    const tops = (await boxes()).map(({ y }) => Math.round(y));
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  }
});
