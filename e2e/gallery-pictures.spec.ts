import type { Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/test.ts';
import {
  type ChosenFile,
  createPhoto,
  expectUploaded,
  fileInput,
  lastSentFile,
  openGallery,
  recordSentFiles,
  row,
  rows,
  uploadButton,
  uploadForm,
} from './support/uploads.ts';

/** Uploads a file and returns it as the browser sent it, with the image in it. */
async function uploadAndRead(page: Page, chosen: ChosenFile) {
  await fileInput(page).setInputFiles(chosen);
  await uploadButton(page).click();
  await expectUploaded(page);
  const file = await lastSentFile(page);
  const picture = sharp(file.content);
  return { file, imageInfo: await picture.metadata(), picture };
}

const colorAt = async (picture: Sharp, left: number, top: number) =>
  (await picture.clone().extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()).toJSON()
    .data;

test('files are checked and downscaled before the upload, upright and without camera metadata', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  await recordSentFiles(page);
  await openGallery(page);

  await test.step('a phone photo of 12 megapixels is sent upright, at most 2560 px large and without camera metadata', async () => {
    const left = await sharp({ create: { width: 2000, height: 3000, channels: 3, background: '#d01020' } })
      .png()
      .toBuffer();
    const landscape = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#1020d0' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .withExif({
        IFD0: { Make: 'SecretCamera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '23/1 48/1 0/1' },
      })
      .withMetadata({ orientation: 6 });
    const buffer = await landscape.jpeg({ quality: 95 }).toBuffer();
    expect(buffer.includes('SecretCamera')).toBe(true);

    const { file, imageInfo, picture } = await uploadAndRead(page, {
      name: 'IMG_1.jpg',
      mimeType: 'image/jpeg',
      buffer,
    });
    expect(file).toMatchObject({ name: 'IMG_1.jpg', type: 'image/jpeg' });
    expect(imageInfo).toMatchObject({ format: 'jpeg', width: 1920, height: 2560 });
    expect(imageInfo.orientation ?? 1).toBe(1);
    expect(file.content.includes('SecretCamera')).toBe(false);
    // A rotation by 90 degrees clockwise moves the left side to the top.
    const [red = 0, , blue = 0] = await colorAt(picture, 960, 200);
    expect(red).toBeGreaterThan(blue + 100);
  });

  await test.step('a downscaled image keeps its transparency', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const drawn = sharp({ create: { width: 3000, height: 1000, channels: 4, background: clear } });
    const buffer = await drawn.png().toBuffer();
    const { file, imageInfo, picture } = await uploadAndRead(page, {
      name: 'logo.png',
      mimeType: 'image/png',
      buffer,
    });
    expect(file.name).toMatch(/^logo\.(webp|png)$/);
    expect(imageInfo).toMatchObject({ width: 2560, height: 853, hasAlpha: true });
    expect((await picture.stats()).isOpaque).toBe(false);
  });

  await test.step('files that are not photos are listed at the input and not sent, and valid ones stay', async () => {
    const whole = await createPhoto('whole.jpg');
    const damaged = { ...whole, name: 'damaged.jpg', buffer: Buffer.from(whole.buffer.subarray(0, 30)) };
    const asJpeg = (name: string, content: string | Buffer) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: Buffer.from(content as string),
    });
    await fileInput(page).setInputFiles([
      asJpeg('minutes.jpg', '%PDF-1.7 minutes of a meeting'),
      asJpeg('drawing.jpg', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
      asJpeg('empty.jpg', ''),
      asJpeg(
        'phone.jpg',
        Buffer.from('0000002466747970686569630000000068656963686569784d6950726d6966316d696166', 'hex'),
      ),
      damaged,
      whole,
    ]);
    await expect(fileInput(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(fileInput(page)).toHaveAccessibleDescription(
      /“minutes.jpg” is not a supported photo.*“drawing.jpg” is not a supported photo.*“empty.jpg” is empty.*“phone.jpg” is an iPhone HEIC photo.*“damaged.jpg” cannot be opened/s,
    );
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
    await expect(rows(page)).toHaveCount(1);
    await expect(row(page, 'whole.jpg')).toBeVisible();
    await expectAccessible(page);

    await uploadButton(page).click();
    await expectUploaded(page);
    await expect(fileInput(page)).not.toHaveAttribute('aria-invalid');
    await expect(uploadForm(page)).not.toContainText('minutes.jpg');
  });

  await test.step('a large photo is downscaled in a worker, or on the main thread if no worker starts', async () => {
    const large = await createPhoto('large.jpg', 3000, 2000);
    const worker = page.waitForEvent('worker');
    expect((await uploadAndRead(page, large)).imageInfo).toMatchObject({ width: 2560, height: 1707 });
    expect((await worker).url()).toContain('/assets/prepare-worker');

    await page.addInitScript(() => Object.assign(window, { Worker: undefined }));
    await openGallery(page);
    expect((await uploadAndRead(page, large)).imageInfo).toMatchObject({ width: 2560, height: 1707 });
  });
});
