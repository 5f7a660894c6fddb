import type { Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/test.ts';
import {
  type ChosenFile,
  expectUploaded,
  fileInput,
  noteSentFiles,
  openGallery,
  photo,
  row,
  rows,
  sentFile,
  uploadButton,
  uploadForm,
} from './support/uploads.ts';

/** The file as it left the browser, and the picture in it. */
async function whatIsSent(page: Page, chosen: ChosenFile) {
  await fileInput(page).setInputFiles(chosen);
  await uploadButton(page).click();
  await expectUploaded(page);
  const file = await sentFile(page);
  const picture = sharp(file.content);
  return { file, facts: await picture.metadata(), picture };
}

const colourAt = async (picture: Sharp, left: number, top: number) =>
  (await picture.clone().extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()).toJSON()
    .data;

test('what is chosen is checked and made smaller before it is sent: upright, without traces of the camera, transparent where it was', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  await noteSentFiles(page);
  await openGallery(page);

  await test.step('a phone photo of 12 megapixels is sent upright, at most 2560 px, and tells nothing of its camera', async () => {
    const left = await sharp({ create: { width: 2000, height: 3000, channels: 3, background: '#d01020' } })
      .png()
      .toBuffer();
    const lying = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#1020d0' } })
      .composite([{ input: left, left: 0, top: 0 }])
      .withExif({
        IFD0: { Make: 'SecretCamera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '23/1 48/1 0/1' },
      })
      .withMetadata({ orientation: 6 });
    const buffer = await lying.jpeg({ quality: 95 }).toBuffer();
    expect(buffer.includes('SecretCamera')).toBe(true);

    const { file, facts, picture } = await whatIsSent(page, {
      name: 'IMG_1.jpg',
      mimeType: 'image/jpeg',
      buffer,
    });
    expect(file).toMatchObject({ name: 'IMG_1.jpg', type: 'image/jpeg' });
    expect(facts).toMatchObject({ format: 'jpeg', width: 1920, height: 2560 });
    expect(facts.orientation ?? 1).toBe(1);
    expect(file.content.includes('SecretCamera')).toBe(false);
    // Turned by a quarter to the right, what lay on the left stands on top.
    const [red = 0, , blue = 0] = await colourAt(picture, 960, 200);
    expect(red).toBeGreaterThan(blue + 100);
  });

  await test.step('what is transparent stays so when it is made smaller', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const drawn = sharp({ create: { width: 3000, height: 1000, channels: 4, background: clear } });
    const buffer = await drawn.png().toBuffer();
    const { file, facts, picture } = await whatIsSent(page, {
      name: 'logo.png',
      mimeType: 'image/png',
      buffer,
    });
    expect(file.name).toMatch(/^logo\.(webp|png)$/);
    expect(facts).toMatchObject({ width: 2560, height: 853, hasAlpha: true });
    expect((await picture.stats()).isOpaque).toBe(false);
  });

  await test.step('what is no photo is named beside the input and not sent; the good ones stay', async () => {
    const whole = await photo('whole.jpg');
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

  await test.step('a large photo is made smaller beside the page, or on it where no worker starts', async () => {
    const large = await photo('large.jpg', 3000, 2000);
    const worker = page.waitForEvent('worker');
    expect((await whatIsSent(page, large)).facts).toMatchObject({ width: 2560, height: 1707 });
    expect((await worker).url()).toContain('/assets/prepare-worker');

    await page.addInitScript(() => Object.assign(window, { Worker: undefined }));
    await openGallery(page);
    expect((await whatIsSent(page, large)).facts).toMatchObject({ width: 2560, height: 1707 });
  });
});
