import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/test.ts';
import {
  busyButton,
  expectUploaded,
  fileInput,
  holdUploads,
  isSaving,
  openGallery,
  photo,
  photos,
  row,
  rows,
  toasts,
  uploadButton,
} from './support/uploads.ts';

const titled = (page: Page, title: string) => photos(page).and(page.getByAltText(title, { exact: true }));

/** A picture as it is dragged or copied from elsewhere. */
const transfer = (page: Page, name: string) =>
  page.evaluateHandle((fileName) => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
    data.items.add(new File([bytes], fileName, { type: 'image/png' }));
    return data;
  }, name);

test('[GAL-03] photos are dropped, pasted or chosen, titled, sent one after another, cancelled, and stand first', async ({
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
    const taken = await row(page, 'pasted.png')
      .getByLabel('Title')
      .evaluate((input) => {
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File(['x'], 'word.png', { type: 'image/png' }));
        clipboardData.setData('text/plain', 'a sentence');
        const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        return !input.dispatchEvent(paste);
      });
    expect(taken).toBe(false);
    await expect(rows(page)).toHaveCount(2);
  });

  await test.step('by keyboard: what has gone leaves the focus in the list, then on the file input', async () => {
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

  await test.step('a photo is uploaded and stands first, with its title as alternative text', async () => {
    const first = photos(page).first();
    const before = await first.getAttribute('src');
    const held = await holdUploads(page);
    await fileInput(page).setInputFiles(await photo('IMG_blood-camp.jpg'));
    await uploadButton(page).click();
    await expect(busyButton(page)).toBeVisible();
    await expect.poll(() => held.seen.length).toBe(1);
    expect(new URL(held.seen[0]?.url() ?? '').searchParams.get('key')).toBeTruthy();
    expect(held.seen[0]?.postData()).toContain('name="image"');
    await expect(page.getByRole('progressbar')).toHaveAccessibleName('Upload of IMG_blood-camp.jpg');
    await held.letGo();
    await expectUploaded(page);
    await expect(uploadButton(page)).toBeEnabled();
    await expect(fileInput(page)).toHaveValue('');
    await expect(rows(page)).toHaveCount(0);
    await expect(first).not.toHaveAttribute('src', before ?? '');
    await expect(first).toHaveAttribute('alt', 'IMG blood camp');
    await expect.poll(() => first.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  });

  await test.step('on a slow line the bar moves with the bytes, and a photo can still be titled', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
    const grain = sharp({ create: { width: 900, height: 700, channels: 3, background: '#888', noise } });
    const buffer = await grain.jpeg({ quality: 90 }).toBuffer();
    await fileInput(page).setInputFiles({ name: 'camp.jpg', mimeType: 'image/jpeg', buffer });
    const line = await context.newCDPSession(page);
    const quick = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    const slow = { ...quick, latency: 100, uploadThroughput: buffer.length / 10 };
    await line.send('Network.emulateNetworkConditions', slow);
    await uploadButton(page).click();
    const bar = page.getByRole('progressbar');
    const share = () => bar.evaluate((progress: HTMLProgressElement) => progress.value);
    await expect.poll(share, { intervals: [50] }).toBeGreaterThan(0);
    const early = await share();
    expect(early).toBeLessThan(1);
    await expect(row(page, 'camp.jpg')).toContainText(/Uploading: \d+%/);
    await row(page, 'camp.jpg').getByLabel('Title').fill('Typed meanwhile');
    await expect.poll(share, { intervals: [50] }).toBeGreaterThan(early);
    await line.send('Network.emulateNetworkConditions', quick);
    await expectUploaded(page);
    await expect(titled(page, 'Typed meanwhile')).toHaveCount(1);
  });

  await test.step('several go one after another, told of once; cancelling ends the request, and all stay in the list', async () => {
    const saved: string[] = [];
    page.on('request', (sent) => isSaving(sent) && saved.push(sent.url()));
    const held = await holdUploads(page);
    await fileInput(page).setInputFiles([await photo('one.jpg'), await photo('two.jpg')]);
    await row(page, 'two.jpg').getByLabel('Title').fill('Two helpers carry a tent');
    await expectAccessible(page);
    await uploadButton(page).click();
    await expect.poll(() => held.seen.length).toBe(1);
    await expect(row(page, 'two.jpg')).toContainText('Waiting');
    await fileInput(page).setInputFiles(await photo('three.jpg'));
    await expect(row(page, 'three.jpg')).toContainText('Waiting');
    await expectAccessible(page);
    expect(held.seen).toHaveLength(1);
    const ended = page.waitForEvent('requestfailed');
    await row(page, 'one.jpg').getByRole('button', { name: 'Cancel' }).click();
    expect((await ended).url()).toContain('/images/1/upload');
    await expect.poll(() => held.seen.length).toBe(2);
    await page.getByRole('button', { name: 'Cancel all' }).click();
    await expect(uploadButton(page)).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await expect(toasts(page)).toHaveCount(0);
    expect(saved).toEqual([]);
    await held.letGo();
    await uploadButton(page).click();
    await expectUploaded(page);
    await expect(rows(page)).toHaveCount(0);
    expect(saved).toHaveLength(2);
    for (const title of ['Two helpers carry a tent', 'three'])
      await expect(titled(page, title)).toHaveCount(1);
  });
});

test('[GRD-01] leaving while photos are on their way asks first; signing out in another tab takes the question away', async ({
  page,
  context,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  const away = page.getByRole('navigation').getByRole('link', { name: 'About Us' }).first();
  const question = page.getByRole('alertdialog', { name: 'Leave while photos are uploading?' });
  const warns = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  const held = await holdUploads(page);
  const startUpload = async () => {
    await openGallery(page);
    held.seen.length = 0;
    await fileInput(page).setInputFiles(await photo('one.jpg'));
    await uploadButton(page).click();
    await expect.poll(() => held.seen.length).toBe(1);
  };
  await startUpload();
  expect(await warns()).toBe(true);
  await away.click();
  await question.getByRole('button', { name: 'No' }).click();
  await expect(page).toHaveURL(/\/dashboard\/gallery$/);
  await expect(busyButton(page)).toBeVisible();
  const ended = page.waitForEvent('requestfailed');
  await away.click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/\/about$/);
  await ended;
  expect(await warns()).toBe(false);

  await startUpload();
  await away.click();
  await expect(question).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard/appointments');
  // A list that is under way when its session ends is refused, which the browser notes.
  await expect(other.getByText('You have no appointments yet.')).toBeVisible();
  await other.getByRole('link', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await held.letGo();
});
