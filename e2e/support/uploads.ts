import { expect, type Locator, type Page, type Request, type Route } from '@playwright/test';
import sharp from 'sharp';

/** A file as a person has it on the phone. */
export type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

export const uploadForm = (page: Page): Locator => page.locator('form').filter({ has: fileInput(page) });
export const fileInput = (page: Page): Locator => page.locator('input[type=file]');
export const uploadButton = (page: Page): Locator => page.getByRole('button', { name: 'Upload Image' });
export const busyButton = (page: Page): Locator => page.getByRole('button', { name: 'Uploading Image' });
export const row = (page: Page, name: string): Locator => page.getByRole('group', { name, exact: true });
export const rows = (page: Page): Locator => uploadForm(page).getByRole('listitem');
export const photos = (page: Page): Locator => page.getByRole('main').locator('img');

export async function openGallery(page: Page): Promise<void> {
  // What the page asks in the person's name; nothing of it is under way afterwards.
  const own = page.waitForResponse('**/api/user/photos');
  await page.goto('/dashboard/gallery');
  await own;
  await expect(page.getByRole('heading', { name: 'PHOTO GALLERY' })).toBeVisible();
  await expect(photos(page).first()).toBeVisible();
}

export async function photo(name: string, width = 900, height = 600): Promise<ChosenFile> {
  const drawn = sharp({ create: { width, height, channels: 3, background: '#2a7d6d' } });
  return { name, mimeType: 'image/jpeg', buffer: await drawn.jpeg().toBuffer() };
}

export const uploads = '**/images/1/upload?*';

export const isSaving = (sent: Request): boolean =>
  sent.method() === 'POST' && sent.url().endsWith('/api/photo');

/** Remembers what the page hands to the network; Chromium does not tell tests what a form's files hold. */
export const noteSentFiles = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) Object.assign(window, { lastSent: body.get('image') });
      send.call(this, body);
    };
  });

/** The file that was sent last. */
export async function sentFile(page: Page): Promise<{ name: string; type: string; content: Buffer }> {
  const { name, type, base64 } = await page.evaluate(async () => {
    const { lastSent } = window as unknown as { lastSent: File };
    const reader = new FileReader();
    reader.readAsDataURL(lastSent);
    await new Promise((resolve) => reader.addEventListener('load', resolve));
    return { name: lastSent.name, type: lastSent.type, base64: String(reader.result).split(',')[1] ?? '' };
  });
  return { name, type, content: Buffer.from(base64, 'base64') };
}

/** Uploads wait at the host's door until `letGo`; `seen` are those that came. */
export async function holdUploads(page: Page): Promise<{ seen: Request[]; letGo: () => Promise<void> }> {
  const seen: Request[] = [];
  const { promise: free, resolve } = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    seen.push(route.request());
    await free;
    await route.continue().catch(() => undefined);
  };
  await page.route(uploads, hold);
  return {
    seen,
    async letGo() {
      resolve();
      await page.unroute(uploads, hold);
    },
  };
}

export const toasts = (page: Page) => page.locator('[data-sonner-toast]');

/** That it is told once; the toast is closed, so that the next one can be told apart. */
export async function expectUploaded(page: Page): Promise<void> {
  const told = toasts(page).filter({ hasText: 'Image Uploaded Successfully' });
  await expect(told).toHaveCount(1);
  await page.getByRole('button', { name: 'Close toast' }).evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLElement).click();
  });
  await expect(told).toHaveCount(0);
}
