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
  uploadForm,
  uploads,
} from './support/uploads.ts';

test.use({ expectedErrors: [/status of 4\d\d|status of 5\d\d|Failed to upload|Failed to save|net::ERR/i] });

test('[GAL-02] [GAL-04] an upload that fails says what it must, and goes on by a Retry or by itself', async ({
  page,
  context,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  const retry = row(page, 'camp.jpg').getByRole('button', { name: 'Retry' });
  const send = async () => {
    await fileInput(page).setInputFiles(await photo('camp.jpg'));
    await uploadButton(page).click();
  };
  await openGallery(page);

  await test.step('an image host that refuses: nothing but the button and a Retry', async () => {
    await page.route(uploads, (route) => route.fulfill({ status: 500, json: {} }));
    await fileInput(page).setInputFiles(await photo('camp.jpg'));
    await expect(row(page, 'camp.jpg').getByLabel('Title')).toHaveValue('camp');
    for (const press of [uploadButton(page), retry]) {
      const answered = page.waitForResponse(uploads);
      await press.click();
      await answered;
      await expect(uploadButton(page)).toBeEnabled();
      await expect(retry).toBeVisible();
    }
    await expect(uploadForm(page)).not.toContainText(/fail|wrong|error|sorry/i);
    await expect(toasts(page)).toHaveCount(0);
    await expectAccessible(page);
    await page.unroute(uploads);
    await retry.click();
    await expectUploaded(page);
    await expect(rows(page)).toHaveCount(0);
  });

  await test.step('a photo that cannot be saved says so in a success-style toast; Retry saves it once', async () => {
    const before = await photos(page)
      .and(page.getByAltText('camp', { exact: true }))
      .count();
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
    await send();
    const toast = toasts(page).filter({ hasText: 'Image Upload Failed' });
    await expect(toast).toHaveAttribute('data-type', 'success');
    await expect(uploadButton(page)).toBeEnabled();
    await expect(fileInput(page)).toHaveValue('');
    await expect(row(page, 'camp.jpg').getByLabel('Title')).not.toBeEditable();
    await retry.click();
    await expectUploaded(page);
    await expect(photos(page).and(page.getByAltText('camp', { exact: true }))).toHaveCount(before + 1);
    expect(posted).toBe(1);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    await page.unroute('**/api/photo');
  });

  await test.step('an access token that has run out is renewed quietly, and the photo is sent again', async () => {
    const answers: number[] = [];
    page.on('response', (answer) => {
      if (answer.url().includes('/images/1/upload')) answers.push(answer.status());
    });
    await page.evaluate(() => localStorage.setItem('accessJwtToken', 'run out'));
    await send();
    await expectUploaded(page);
    expect(answers).toEqual([401, 200]);
  });

  await test.step('the line goes in the middle: the photo waits and goes on by itself', async () => {
    const held = await holdUploads(page);
    await send();
    await expect.poll(() => held.seen.length).toBe(1);
    await context.setOffline(true);
    await held.letGo();
    await expect(row(page, 'camp.jpg')).toContainText("You're offline");
    await expect(busyButton(page)).toBeVisible();
    await expectAccessible(page);
    await context.setOffline(false);
    await expectUploaded(page);
    await expect(rows(page)).toHaveCount(0);
  });

  await test.step('without a file: a warning, and the attempt still proceeds', async () => {
    const attempt = page.waitForRequest((sent) => sent.url().includes('/images/1/upload'));
    await uploadButton(page).click();
    await expect(page.getByText('Please Upload an image')).toBeVisible();
    expect((await attempt).method()).toBe('POST');
    await expect(uploadButton(page)).toBeEnabled();
  });

  await test.step('the warning is seen in a browser that knows no popovers, too', async () => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(HTMLElement.prototype, 'showPopover');
      Reflect.deleteProperty(HTMLElement.prototype, 'popover');
    });
    await openGallery(page);
    await uploadButton(page).click();
    await expect(page.getByText('Please Upload an image')).toBeInViewport({ ratio: 1 });
  });
});
