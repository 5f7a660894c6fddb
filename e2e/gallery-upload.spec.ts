import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/test.ts';
import {
  busyButton,
  createPhoto,
  expectUploaded,
  fileInput,
  holdUploads,
  isSaving,
  openGallery,
  photos,
  row,
  rows,
  toasts,
  uploadButton,
} from './support/uploads.ts';

const photosTitled = (page: Page, title: string) =>
  photos(page).and(page.getByAltText(title, { exact: true }));

/** A DataTransfer with an image, as for drag and drop or paste. */
const transfer = (page: Page, name: string) =>
  page.evaluateHandle((fileName) => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
    data.items.add(new File([bytes], fileName, { type: 'image/png' }));
    return data;
  }, name);

test('[GAL-03] photos are dropped, pasted or chosen, titled, uploaded one by one or canceled, and appear first', async ({
  page,
  context,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  await openGallery(page);

  await test.step('dropped and pasted photos join the list; text pasted into a title stays text', async () => {
    const dropped = await transfer(page, 'dropped.png');
    await page.dispatchEvent('main', 'dragover', { dataTransfer: dropped });
    await expect(page.getByText('Drop your photos here')).toBeVisible();
    await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
    await expect(page.getByText('Drop your photos here')).toHaveCount(0);
    await expect(row(page, 'dropped.png')).toBeVisible();
    await page.evaluate(
      (clipboardData) => dispatchEvent(new ClipboardEvent('paste', { clipboardData })),
      await transfer(page, 'pasted.png'),
    );
    await expect(row(page, 'pasted.png')).toBeVisible();
    expect(await fileInput(page).evaluate((input: HTMLInputElement) => input.files?.length)).toBe(2);
    const isPrevented = await row(page, 'pasted.png')
      .getByLabel('Title')
      .evaluate((input) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File(['x'], 'word.png', { type: 'image/png' }));
        clipboardData.setData('text/plain', 'a sentence');
        const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        return !input.dispatchEvent(paste);
      });
    expect(isPrevented).toBe(false);
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('the upload button stays in place while a photo is prepared', async () => {
    const worker = Promise.withResolvers<void>();
    await page.route('**/prepare-worker-*.js', async (route) => {
      await worker.promise;
      await route.continue();
    });
    await fileInput(page).setInputFiles(await createPhoto('prepared.jpg'));
    await expect(row(page, 'prepared.jpg')).toContainText('Preparing');
    const before = await uploadButton(page).boundingBox();
    worker.resolve();
    await expect(row(page, 'prepared.jpg')).not.toContainText('Preparing');
    expect(await uploadButton(page).boundingBox()).toEqual(before);
    await page.unroute('**/prepare-worker-*.js');
    await row(page, 'prepared.jpg').getByRole('button', { name: 'Remove' }).click();
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('removing a photo with the keyboard moves the focus to the list, then to the file input', async () => {
    await row(page, 'dropped.png').getByRole('button', { name: 'Remove' }).focus();
    await page.keyboard.press('Enter');
    await expect(row(page, 'pasted.png')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(row(page, 'pasted.png').getByLabel('Title')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(0);
    await expect(fileInput(page)).toBeFocused();
    await expect(fileInput(page)).toHaveValue('');
  });

  await test.step('an uploaded photo appears first, with its title as alternative text', async () => {
    const first = photos(page).first();
    const before = await first.getAttribute('src');
    const held = await holdUploads(page);
    await fileInput(page).setInputFiles(await createPhoto('IMG_blood-camp.jpg'));
    await row(page, 'IMG_blood-camp.jpg').getByLabel('Title').fill('Blood camp');
    await uploadButton(page).click();
    await expect(busyButton(page)).toBeVisible();
    await expect.poll(() => held.requests.length).toBe(1);
    expect(new URL(held.requests[0]?.url() ?? '').searchParams.get('key')).toBeTruthy();
    expect(held.requests[0]?.postData()).toContain('name="image"');
    await expect(page.getByRole('progressbar')).toHaveAccessibleName('Upload of IMG_blood-camp.jpg');
    await held.release();
    await expectUploaded(page);
    await expect(uploadButton(page)).toBeEnabled();
    await expect(fileInput(page)).toHaveValue('');
    await expect(rows(page)).toHaveCount(0);
    await expect(first).not.toHaveAttribute('src', before ?? '');
    await expect(first).toHaveAttribute('alt', 'Blood camp');
    await expect.poll(() => first.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  });

  await test.step('on a slow connection the progress bar follows the bytes, and the title can still be changed', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
    const noisyImage = sharp({ create: { width: 900, height: 700, channels: 3, background: '#888', noise } });
    const buffer = await noisyImage.jpeg({ quality: 90 }).toBuffer();
    await fileInput(page).setInputFiles({ name: 'camp.jpg', mimeType: 'image/jpeg', buffer });
    const cdp = await context.newCDPSession(page);
    const fast = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    const slow = { ...fast, latency: 100, uploadThroughput: buffer.length / 10 };
    await cdp.send('Network.emulateNetworkConditions', slow);
    await uploadButton(page).click();
    const bar = page.getByRole('progressbar');
    const progressValue = () => bar.evaluate((progress: HTMLProgressElement) => progress.value);
    await expect.poll(progressValue, { intervals: [50] }).toBeGreaterThan(0);
    const firstValue = await progressValue();
    expect(firstValue).toBeLessThan(1);
    await expect(row(page, 'camp.jpg')).toContainText(/Uploading: \d+%/);
    await row(page, 'camp.jpg').getByLabel('Title').fill('Typed during the upload');
    await expect.poll(progressValue, { intervals: [50] }).toBeGreaterThan(firstValue);
    await cdp.send('Network.emulateNetworkConditions', fast);
    await expectUploaded(page);
    await expect(photosTitled(page, 'Typed during the upload')).toHaveCount(1);
  });

  await test.step('several photos upload one after another with one toast; canceling aborts the request and keeps the list', async () => {
    const saved: string[] = [];
    page.on('request', (sent) => isSaving(sent) && saved.push(sent.url()));
    const held = await holdUploads(page);
    await fileInput(page).setInputFiles([await createPhoto('one.jpg'), await createPhoto('two.jpg')]);
    await row(page, 'two.jpg').getByLabel('Title').fill('Two helpers carry a tent');
    await expectAccessible(page);
    await uploadButton(page).click();
    await expect.poll(() => held.requests.length).toBe(1);
    await expect(row(page, 'two.jpg')).toContainText('Waiting');
    await fileInput(page).setInputFiles(await createPhoto('three.jpg'));
    await row(page, 'three.jpg').getByLabel('Title').fill('Three chairs');
    await expect(row(page, 'three.jpg')).toContainText('Waiting');
    await expectAccessible(page);
    expect(held.requests).toHaveLength(1);
    const ended = page.waitForEvent('requestfailed');
    await row(page, 'one.jpg').getByRole('button', { name: 'Cancel' }).click();
    expect((await ended).url()).toContain('/images/1/upload');
    await expect.poll(() => held.requests.length).toBe(2);
    await page.getByRole('button', { name: 'Cancel all' }).click();
    await expect(uploadButton(page)).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await expect(toasts(page)).toHaveCount(0);
    expect(saved).toEqual([]);
    await held.release();
    await uploadButton(page).click();
    await expectUploaded(page);
    await expect(rows(page)).toHaveCount(0);
    expect(saved).toHaveLength(2);
    for (const title of ['Two helpers carry a tent', 'Three chairs'])
      await expect(photosTitled(page, title)).toHaveCount(1);
  });
});

test('[GRD-01] leaving during or before an upload asks; signing out in another tab closes the dialog', async ({
  page,
  context,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  const link = page.getByRole('navigation').getByRole('link', { name: 'About Us' }).first();
  const question = page.getByRole('alertdialog', { name: 'Leave while photos are uploading?' });
  const warnsBeforeUnload = () =>
    page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  const held = await holdUploads(page);
  const startUpload = async () => {
    await openGallery(page);
    held.requests.length = 0;
    await fileInput(page).setInputFiles(await createPhoto('one.jpg'));
    await uploadButton(page).click();
    await expect.poll(() => held.requests.length).toBe(1);
  };
  await openGallery(page);
  await fileInput(page).setInputFiles(await createPhoto('one.jpg'));
  await link.click();
  const chosenQuestion = page.getByRole('alertdialog', { name: 'Leave without uploading your photos?' });
  await chosenQuestion.getByRole('button', { name: 'No' }).click();
  await expect(row(page, 'one.jpg')).toBeVisible();
  expect(await warnsBeforeUnload()).toBe(true);

  await startUpload();
  expect(await warnsBeforeUnload()).toBe(true);
  await link.click();
  await question.getByRole('button', { name: 'No' }).click();
  await expect(page).toHaveURL(/\/dashboard\/gallery$/);
  await expect(busyButton(page)).toBeVisible();
  const ended = page.waitForEvent('requestfailed');
  await link.click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await ended;
  expect(await warnsBeforeUnload()).toBe(false);

  await startUpload();
  await link.click();
  await expect(question).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard/appointments');
  // Waits for the list: a request that is pending when its session ends fails with a console error.
  await expect(other.getByText('You have no appointments yet.')).toBeVisible();
  await other.getByRole('link', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await held.release();
});
