import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/test.ts';

const picture = async () => ({
  name: 'IMG_blood-camp.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background: '#2a7d6d' } })
    .jpeg()
    .toBuffer(),
});
const photos = (page: Page) => page.getByRole('main').locator('img');

async function openGallery(page: Page) {
  await page.goto('/dashboard/gallery');
  await expect(page.getByRole('heading', { name: 'PHOTO GALLERY' })).toBeVisible();
  await expect(photos(page).first()).toBeVisible();
}

test('[GAL-01] [GAL-03] a photo is uploaded and stands first, with a title as alternative text', async ({
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
  const before = await first.getAttribute('src');

  const held = Promise.withResolvers<void>();
  await page.route('**/images/1/upload?*', async (route) => {
    expect(new URL(route.request().url()).searchParams.get('key')).toBeTruthy();
    expect(route.request().postData()).toContain('name="image"');
    await held.promise;
    await route.continue();
  });
  await page.locator('input[type=file]').setInputFiles(await picture());
  await page.getByRole('button', { name: 'Upload Image' }).click();
  await expect(page.getByRole('button', { name: 'Uploading Image' })).toBeVisible();
  held.resolve();
  await expect(page.getByText('Image Uploaded Successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload Image' })).toBeEnabled();
  await expect(page.locator('input[type=file]')).toHaveValue('');
  await expect(first).not.toHaveAttribute('src', before ?? '');
  await expect(first).toHaveJSProperty('complete', true);
  await expect.poll(() => first.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
});

for (const [width, columns] of [
  [360, 1],
  [768, 2],
  [1440, 3],
] as const) {
  test(`[GAL-01] ${columns} column(s) at ${width} px, tops never decreasing`, async ({ page, signedIn }) => {
    expect(signedIn.email).toBeTruthy();
    await page.setViewportSize({ width, height: 900 });
    await openGallery(page);
    await expect.poll(async () => (await photos(page).all()).length).toBeGreaterThanOrEqual(14);
    const boxes = await photos(page).evaluateAll((all) =>
      all.map((img) => img.getBoundingClientRect().toJSON()),
    );
    expect(new Set(boxes.map(({ x }) => Math.round(x))).size).toBe(columns);
    const tops = boxes.map(({ y }) => Math.round(y));
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
  });
}

test.describe('what goes wrong', () => {
  test.use({ expectedErrors: [/status of 4\d\d|status of 5\d\d|upload|image|not saved/i] });

  test('[GAL-02] without a file: a warning, and the attempt still proceeds', async ({ page, signedIn }) => {
    expect(signedIn.email).toBeTruthy();
    await openGallery(page);
    const attempt = page.waitForRequest((sent) => sent.url().includes('/images/1/upload'));
    await page.getByRole('button', { name: 'Upload Image' }).click();
    await expect(page.getByText('Please Upload an image')).toBeVisible();
    expect((await attempt).method()).toBe('POST');
    await expect(page.getByRole('button', { name: 'Upload Image' })).toBeEnabled();
  });

  test('[GAL-04] a photo that cannot be saved says so in a success-style toast', async ({
    page,
    signedIn,
  }) => {
    expect(signedIn.email).toBeTruthy();
    await openGallery(page);
    await page.route('**/api/photo', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    await page.locator('input[type=file]').setInputFiles(await picture());
    await page.getByRole('button', { name: 'Upload Image' }).click();
    const toast = page.locator('[data-sonner-toast]').filter({ hasText: 'Image Upload Failed' });
    await expect(toast).toHaveAttribute('data-type', 'success');
    await expect(page.getByRole('button', { name: 'Upload Image' })).toBeEnabled();
  });

  test('[GAL-04] a failure of the image host says nothing and gives the button back', async ({
    page,
    signedIn,
  }) => {
    expect(signedIn.email).toBeTruthy();
    await openGallery(page);
    await page.route('**/images/1/upload?*', (route) => route.fulfill({ status: 500, json: {} }));
    await page.locator('input[type=file]').setInputFiles(await picture());
    const answered = page.waitForResponse('**/images/1/upload?*');
    await page.getByRole('button', { name: 'Upload Image' }).click();
    await answered;
    await expect(page.getByRole('button', { name: 'Upload Image' })).toBeEnabled();
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  });
});
