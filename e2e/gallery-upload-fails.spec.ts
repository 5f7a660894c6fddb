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
  uploadForm,
  uploads,
} from './support/uploads.ts';

test.use({ expectedErrors: [/status of 4\d\d|status of 5\d\d|image host did not|not saved|net::ERR/i] });

test.beforeEach(async ({ page, signedIn }) => {
  expect(signedIn.email).toBeTruthy();
  await openGallery(page);
});

test('[GAL-02] without a file: a warning, and the attempt still proceeds', async ({ page }) => {
  const attempt = page.waitForRequest((sent) => sent.url().includes('/images/1/upload'));
  await uploadButton(page).click();
  await expect(page.getByText('Please Upload an image')).toBeVisible();
  expect((await attempt).method()).toBe('POST');
  await expect(uploadButton(page)).toBeEnabled();
});

test('[GAL-02] the warning is seen in a browser that knows no popovers, too', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
    Reflect.deleteProperty(HTMLElement.prototype, 'popover');
  });
  await openGallery(page);
  await uploadButton(page).click();
  await expect(page.getByText('Please Upload an image')).toBeInViewport({ ratio: 1 });
});

test('[GAL-04] a photo that cannot be saved says so in a success-style toast; Retry saves it once', async ({
  page,
}) => {
  let posted = 0;
  const keys: (string | undefined)[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes('/images/1/upload')) posted += 1;
  });
  await page.route('**/api/photo', async (route) => {
    if (!isSaving(route.request())) return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    // It was saved, but the page does not learn it.
    await route.fetch();
    return route.fulfill({ status: 500, json: {} });
  });
  await fileInput(page).setInputFiles(await photo('camp.jpg'));
  await uploadButton(page).click();
  const toast = toasts(page).filter({ hasText: 'Image Upload Failed' });
  await expect(toast).toHaveAttribute('data-type', 'success');
  await expect(uploadButton(page)).toBeEnabled();
  await expect(fileInput(page)).toHaveValue('');
  await expect(row(page, 'camp.jpg').getByLabel('Title')).not.toBeEditable();
  await row(page, 'camp.jpg').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Image Uploaded Successfully')).toBeVisible();
  await expect(photos(page).and(page.getByAltText('camp', { exact: true }))).toHaveCount(1);
  expect(posted).toBe(1);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

test('[GAL-04] an image host that answers 500, 415 or 429: nothing but the button and a Retry', async ({
  page,
}) => {
  const statuses = [500, 415, 429];
  await page.route(uploads, (route) =>
    route.fulfill({ status: statuses.shift() ?? 500, json: {}, headers: { 'Retry-After': '60' } }),
  );
  const form = uploadForm(page);
  const retry = row(page, 'camp.jpg').getByRole('button', { name: 'Retry' });
  await fileInput(page).setInputFiles(await photo('camp.jpg'));
  await expect(row(page, 'camp.jpg').getByLabel('Title')).toHaveValue('camp');
  for (const press of [uploadButton(page), retry, retry]) {
    const answered = page.waitForResponse(uploads);
    await press.click();
    await answered;
    await expect(uploadButton(page)).toBeEnabled();
    await expect(retry).toBeVisible();
    await expect(form).not.toContainText(/fail|wrong|error|sorry/i);
    await expect(toasts(page)).toHaveCount(0);
    await expectAccessible(page);
  }
  expect(statuses).toEqual([]);
  await page.unroute(uploads);
  await retry.click();
  await expect(page.getByText('Image Uploaded Successfully')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});

test('an access token that has run out is renewed quietly, and the photo is sent again', async ({ page }) => {
  const answers: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().includes('/images/1/upload')) answers.push(answer.status());
  });
  await fileInput(page).setInputFiles(await photo('camp.jpg'));
  await page.evaluate(() => localStorage.setItem('accessJwtToken', 'run out'));
  await uploadButton(page).click();
  await expect(page.getByText('Image Uploaded Successfully')).toBeVisible();
  expect(answers).toEqual([401, 200]);
});

test('the line goes in the middle: the photo waits and goes on by itself', async ({ page, context }) => {
  const held = await holdUploads(page);
  await fileInput(page).setInputFiles(await photo('camp.jpg'));
  await uploadButton(page).click();
  await expect.poll(() => held.seen.length).toBe(1);
  await context.setOffline(true);
  await page.unroute(uploads);
  held.letGo();
  await expect(row(page, 'camp.jpg')).toContainText('No connection');
  await expect(busyButton(page)).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByText('Image Uploaded Successfully')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
});
