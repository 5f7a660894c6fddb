import { expect, type Locator, type Page, type Request, type Route } from '@playwright/test';
import sharp from 'sharp';

/** A file that a user chooses. */
export type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

export const uploadForm = (page: Page): Locator => page.locator('form').filter({ has: fileInput(page) });
export const fileInput = (page: Page): Locator => page.locator('input[type=file]');
export const uploadButton = (page: Page): Locator => page.getByRole('button', { name: 'Upload Image' });
export const busyButton = (page: Page): Locator => page.getByRole('button', { name: 'Uploading Image' });
export const row = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });
export const rows = (page: Page): Locator => uploadForm(page).getByRole('listitem');
export const photos = (page: Page): Locator => page.getByRole('main').locator('img');

export async function openGallery(page: Page): Promise<void> {
  // Waits for the user's own photos, so that no request is pending when the journey continues.
  const ownPhotos = page.waitForResponse('**/api/user/photos');
  await page.goto('/dashboard/gallery');
  await ownPhotos;
  await expect(page.getByRole('heading', { name: 'PHOTO GALLERY' })).toBeVisible();
  await expect(photos(page).first()).toBeVisible();
}

export async function createPhoto(name: string, width = 900, height = 600): Promise<ChosenFile> {
  const drawn = sharp({ create: { width, height, channels: 3, background: '#2a7d6d' } });
  return { name, mimeType: 'image/jpeg', buffer: await drawn.jpeg().toBuffer() };
}

export const uploadUrl = '**/images/1/upload?*';

export const isSaving = (sent: Request): boolean =>
  sent.method() === 'POST' && sent.url().endsWith('/api/photo');

/**
 * Records the file of the last upload in the page, because Chromium hides the content of multipart files from
 * tests.
 */
export const recordSentFiles = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) Object.assign(window, { lastUpload: body.get('image') });
      send.call(this, body);
    };
  });

/** Returns the last uploaded file. */
export async function lastSentFile(page: Page): Promise<{ name: string; type: string; content: Buffer }> {
  const { name, type, base64 } = await page.evaluate(async () => {
    const { lastUpload } = window as unknown as { lastUpload: File };
    const reader = new FileReader();
    reader.readAsDataURL(lastUpload);
    await new Promise((resolve) => reader.addEventListener('load', resolve));
    return {
      name: lastUpload.name,
      type: lastUpload.type,
      base64: String(reader.result).split(',')[1] ?? '',
    };
  });
  return { name, type, content: Buffer.from(base64, 'base64') };
}

/** Holds back uploads until `release`. `requests` lists them. */
export async function holdUploads(
  page: Page,
): Promise<{ requests: Request[]; release: () => Promise<void> }> {
  const requests: Request[] = [];
  const { promise: released, resolve } = Promise.withResolvers<void>();
  const holdRequest = async (route: Route) => {
    requests.push(route.request());
    await released;
    await route.continue().catch(() => undefined);
  };
  await page.route(uploadUrl, holdRequest);
  return {
    requests,
    async release() {
      resolve();
      await page.unroute(uploadUrl, holdRequest);
    },
  };
}

export const toasts = (page: Page) => page.locator('[data-sonner-toast]');

/** Expects one success toast and closes it, so that the next upload shows its own. */
export async function expectUploaded(page: Page): Promise<void> {
  const toast = toasts(page).filter({ hasText: 'Image Uploaded Successfully' });
  await expect(toast).toHaveCount(1);
  await page.getByRole('button', { name: 'Dismiss' }).evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLElement).click();
  });
  await expect(toast).toHaveCount(0);
}
