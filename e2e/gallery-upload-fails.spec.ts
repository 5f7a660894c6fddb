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
  uploadForm,
  uploadUrl,
} from './support/uploads.ts';

test.use({ expectedErrors: [/status of 4\d\d|status of 5\d\d|Failed to upload|Failed to save|net::ERR/i] });

test('[GAL-02] [GAL-04] a failed upload shows the specified message and continues with Retry or automatically', async ({
  page,
  context,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  const retry = row(page, 'camp.jpg').getByRole('button', { name: 'Retry' });
  const send = async () => {
    await fileInput(page).setInputFiles(await createPhoto('camp.jpg'));
    await row(page, 'camp.jpg').getByLabel('Title').fill('camp');
    await uploadButton(page).click();
  };
  await openGallery(page);

  await test.step('a rejected upload shows no message, only the button and Retry', async () => {
    await page.route(uploadUrl, (route) => route.fulfill({ status: 500, json: {} }));
    await fileInput(page).setInputFiles(await createPhoto('camp.jpg'));
    await expect(row(page, 'camp.jpg').getByLabel('Title')).toHaveValue('');
    for (const sendButton of [uploadButton(page), retry]) {
      const responded = page.waitForResponse(uploadUrl);
      await sendButton.click();
      await responded;
      await expect(uploadButton(page)).toBeEnabled();
      await expect(retry).toBeVisible();
    }
    await expect(uploadForm(page)).not.toContainText(/fail|wrong|error|sorry/i);
    await expect(toasts(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.unroute(uploadUrl);
    await retry.click();
    await expectUploaded(page);
    await expect(rows(page)).toHaveCount(0);
  });

  await test.step('a photo that cannot be saved shows a success-style toast, and Retry saves it once', async () => {
    const before = await photos(page)
      .and(page.getByAltText('camp', { exact: true }))
      .count();
    let uploadCount = 0;
    const keys: (string | undefined)[] = [];
    page.on('request', (sent) => {
      if (sent.url().includes('/images/1/upload')) uploadCount += 1;
    });
    await page.route('**/api/photo', async (route) => {
      if (!isSaving(route.request())) return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length > 1) return route.continue();
      // The photo is saved, but the response is lost.
      await route.fetch();
      return route.fulfill({ status: 500, json: {} });
    });
    await send();
    const toast = toasts(page).filter({ hasText: 'Image Upload Failed' });
    await expect(toast).toHaveAttribute('data-type', 'success');
    await expect(uploadButton(page)).toBeEnabled();
    await expect(fileInput(page)).toHaveValue('');
    await expect(row(page, 'camp.jpg').getByLabel('Title')).not.toBeEditable();
    await retry.click();
    await expectUploaded(page);
    await expect(photos(page).and(page.getByAltText('camp', { exact: true }))).toHaveCount(before + 1);
    expect(uploadCount).toBe(1);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    await page.unroute('**/api/photo');
  });

  await test.step('an expired access token is renewed silently, and the photo is sent again', async () => {
    const statuses: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/images/1/upload')) statuses.push(response.status());
    });
    await page.evaluate(() => localStorage.setItem('accessJwtToken', 'run out'));
    await send();
    await expectUploaded(page);
    expect(statuses).toEqual([401, 200]);
  });

  await test.step('an upload interrupted by a lost connection resumes automatically', async () => {
    const held = await holdUploads(page);
    await send();
    await expect.poll(() => held.requests.length).toBe(1);
    await context.setOffline(true);
    await held.release();
    await expect(row(page, 'camp.jpg')).toContainText("You're offline");
    await expect(busyButton(page)).toBeVisible();
    await expectAccessible(page);
    await context.setOffline(false);
    await expectUploaded(page);
    await expect(rows(page)).toHaveCount(0);
  });

  await test.step('without a file a warning shows until one is chosen, and the attempt still proceeds', async () => {
    const warning = page.getByText('Please Upload an image');
    const attempt = page.waitForRequest((sent) => sent.url().includes('/images/1/upload'));
    await uploadButton(page).click();
    // A toast does not disappear while the pointer is on it.
    await warning.hover();
    expect((await attempt).method()).toBe('POST');
    await expect(uploadButton(page)).toBeEnabled();
    await expect(warning).toBeVisible();
    await fileInput(page).setInputFiles(await createPhoto('camp.jpg'));
    await expect(warning).toBeHidden();
  });

  await test.step('the warning also shows in a browser without popovers', async () => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
      Reflect.deleteProperty(HTMLElement.prototype, 'popover');
    });
    await openGallery(page);
    await uploadButton(page).click();
    await expect(page.getByText('Please Upload an image')).toBeInViewport({ ratio: 1 });
  });
});
