import sharp from 'sharp';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/test.ts';
import {
  busyButton,
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

test.beforeEach(async ({ page, signedIn }) => {
  expect(signedIn.email).toBeTruthy();
  await openGallery(page);
});

test('[GAL-03] a photo is uploaded and stands first, with its title as alternative text', async ({
  page,
}) => {
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
  held.letGo();
  await expect(page.getByText('Image Uploaded Successfully')).toBeVisible();
  await expect(uploadButton(page)).toBeEnabled();
  await expect(fileInput(page)).toHaveValue('');
  await expect(rows(page)).toHaveCount(0);
  await expect(first).not.toHaveAttribute('src', before ?? '');
  await expect(first).toHaveAttribute('alt', 'IMG blood camp');
  await expect.poll(() => first.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
});

test('[GAL-03] several photos go one after another, with the titles that were typed, told of once', async ({
  page,
}) => {
  const held = await holdUploads(page);
  await fileInput(page).setInputFiles([await photo('one.jpg'), await photo('two.jpg')]);
  await row(page, 'two.jpg').getByLabel('Title').fill('Two helpers carry a tent');
  await expectAccessible(page);
  await uploadButton(page).click();
  await expect.poll(() => held.seen.length).toBe(1);
  await expect(row(page, 'two.jpg')).toContainText('Waiting for its turn');
  await fileInput(page).setInputFiles(await photo('three.jpg'));
  await expect(row(page, 'three.jpg')).toContainText('Waiting for its turn');
  await expectAccessible(page);
  expect(held.seen).toHaveLength(1);
  held.letGo();
  await expect(page.getByText('Image Uploaded Successfully')).toHaveCount(1, { timeout: 30_000 });
  await expect(rows(page)).toHaveCount(0);
  for (const title of ['one', 'Two helpers carry a tent', 'three'])
    await expect(photos(page).and(page.getByAltText(title, { exact: true }))).toHaveCount(1);
});

test('on a slow line the bar moves with the bytes, and a photo can still be titled', async ({
  page,
  context,
}) => {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  const grain = sharp({ create: { width: 900, height: 700, channels: 3, background: '#888', noise } });
  const buffer = await grain.jpeg({ quality: 90 }).toBuffer();
  await fileInput(page).setInputFiles({ name: 'camp.jpg', mimeType: 'image/jpeg', buffer });
  const line = await context.newCDPSession(page);
  const slow = { offline: false, latency: 100, downloadThroughput: -1, uploadThroughput: buffer.length / 6 };
  await line.send('Network.emulateNetworkConditions', slow);
  await uploadButton(page).click();
  const bar = page.getByRole('progressbar');
  const share = () => bar.evaluate((progress: HTMLProgressElement) => progress.value);
  await expect.poll(share).toBeGreaterThan(0);
  const early = await share();
  expect(early).toBeLessThan(1);
  await expect(row(page, 'camp.jpg')).toContainText(/Sending: \d+%/);
  await row(page, 'camp.jpg').getByLabel('Title').fill('Typed meanwhile');
  await expect.poll(share).toBeGreaterThan(early);
  await expect(photos(page).and(page.getByAltText('Typed meanwhile'))).toHaveCount(1, { timeout: 30_000 });
});

test('dropped and pasted photos join the list; text pasted into a title stays text', async ({ page }) => {
  const transfer = (name: string) =>
    page.evaluateHandle((fileName) => {
      const png =
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], fileName, { type: 'image/png' }));
      return data;
    }, name);
  const dropped = await transfer('dropped.png');
  await page.dispatchEvent('main', 'dragover', { dataTransfer: dropped });
  await expect(page.getByText('Drop your photos here')).toBeVisible();
  await page.dispatchEvent('main', 'drop', { dataTransfer: dropped });
  await expect(page.getByText('Drop your photos here')).toHaveCount(0);
  await expect(row(page, 'dropped.png')).toBeVisible();

  const pasted = await transfer('pasted.png');
  await page.evaluate(
    (clipboardData) => dispatchEvent(new ClipboardEvent('paste', { clipboardData })),
    pasted,
  );
  await expect(row(page, 'pasted.png')).toBeVisible();
  expect(await fileInput(page).evaluate((input: HTMLInputElement) => input.files?.length)).toBe(2);

  const title = row(page, 'pasted.png').getByLabel('Title');
  const taken = await title.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['x'], 'word.png', { type: 'image/png' }));
    clipboardData.setData('text/plain', 'a sentence');
    return !input.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  expect(taken).toBe(false);
  await expect(rows(page)).toHaveCount(2);
});

test('by keyboard: what has gone leaves the focus in the list, then on the file input', async ({ page }) => {
  await fileInput(page).setInputFiles([await photo('one.jpg'), await photo('two.jpg')]);
  await row(page, 'one.jpg').getByRole('button', { name: 'Remove' }).focus();
  await page.keyboard.press('Enter');
  await expect(row(page, 'two.jpg')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(row(page, 'two.jpg').getByLabel('Title')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(0);
  await expect(fileInput(page)).toBeFocused();
  await expect(fileInput(page)).toHaveValue('');
});

test('[GAL-03] cancelled while it is sent: the request ends and nothing is saved; cancelling all keeps the photos in the list', async ({
  page,
}) => {
  const saved: string[] = [];
  page.on('request', (sent) => isSaving(sent) && saved.push(sent.url()));
  const held = await holdUploads(page);
  await fileInput(page).setInputFiles([
    await photo('one.jpg'),
    await photo('two.jpg'),
    await photo('three.jpg'),
  ]);
  await uploadButton(page).click();
  await expect.poll(() => held.seen.length).toBe(1);
  const ended = page.waitForEvent('requestfailed');
  await row(page, 'one.jpg').getByRole('button', { name: 'Cancel' }).click();
  expect((await ended).url()).toContain('/images/1/upload');
  await expect.poll(() => held.seen.length).toBe(2);
  await page.getByRole('button', { name: 'Cancel all' }).click();
  await expect(uploadButton(page)).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await expect(toasts(page)).toHaveCount(0);
  expect(saved).toEqual([]);
  held.letGo();
  await uploadButton(page).click();
  await expect(page.getByText('Image Uploaded Successfully')).toHaveCount(1, { timeout: 30_000 });
  await expect(rows(page)).toHaveCount(0);
  expect(saved).toHaveLength(2);
});

test('leaving while photos are on their way asks first', async ({ page }) => {
  const held = await holdUploads(page);
  await fileInput(page).setInputFiles(await photo('one.jpg'));
  await uploadButton(page).click();
  await expect.poll(() => held.seen.length).toBe(1);
  const warns = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(await warns()).toBe(true);
  const away = page.getByRole('navigation').getByRole('link', { name: 'About Us' }).first();
  const question = page.getByRole('alertdialog', { name: 'Leave while photos are uploading?' });
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
  held.letGo();
});

test('[GRD-01] signing out in another tab takes the question with it', async ({ page, context }) => {
  const held = await holdUploads(page);
  await fileInput(page).setInputFiles(await photo('one.jpg'));
  await uploadButton(page).click();
  await expect.poll(() => held.seen.length).toBe(1);
  await page.getByRole('navigation').getByRole('link', { name: 'About Us' }).first().click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard/appointments');
  // A list that is under way when its session ends is refused, which the browser notes.
  await expect(other.getByText('You have no appointments yet.')).toBeVisible();
  await other.getByRole('link', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  held.letGo();
});
