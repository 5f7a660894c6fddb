import type { APIRequestContext, Page } from '@playwright/test';
import { qualifyMembers } from '#server/testing/qualify-members.ts';
import { expectAccessible } from './support/accessible.ts';
import { registerMember } from './support/member.ts';
import { expect, test } from './support/test.ts';
import { createPhoto } from './support/uploads.ts';

/** Adds a photo through the API, as the page does, and returns its id. */
async function addPhoto(request: APIRequestContext, accessToken: string, title: string): Promise<string> {
  const { images } = await (await request.get('/api/config')).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const stored = await request.post(`${images.uploadUrl}?key=${encodeURIComponent(images.key)}`, {
    headers,
    multipart: { image: await createPhoto('camp.jpg') },
  });
  const { data } = await stored.json();
  const added = await request.post('/api/photo', { headers, data: { img: data.url, title } });
  expect(added.status()).toBe(200);
  return (await added.json()).insertedId;
}

const tile = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Photos' }).getByRole('button', { name: title, exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Photos' });
const question = (page: Page) => page.getByRole('alertdialog');
const toast = (page: Page, text: string) => page.locator('[data-sonner-toast]').filter({ hasText: text });

test.use({ expectedErrors: [/status of 503/] });

test('a member can delete their own photos, even hidden ones, and report the photos of others once', async ({
  page,
  signedIn,
  request,
  site,
}) => {
  const headers = { authorization: `Bearer ${signedIn.accessToken}` };
  const ownTitle = `Mine, ${signedIn.email}`;
  const otherTitle = `Not mine, ${signedIn.email}`;
  const hidden = `Hidden, ${signedIn.email}`;
  const other = await registerMember(request);
  await addPhoto(request, signedIn.accessToken, ownTitle);
  await addPhoto(request, other.accessToken, otherTitle);
  await page.goto('/dashboard/gallery');

  await test.step('deleting asks for confirmation, and a photo whose deletion fails comes back', async () => {
    const button = dialog(page).getByRole('button', { name: 'Delete photo' });
    await tile(page, ownTitle).click();
    await expect(dialog(page)).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Report photo' })).toHaveCount(0);
    await button.click();
    await expect(question(page)).toContainText('Delete this photo?');
    await expectAccessible(page);
    await question(page).getByRole('button', { name: 'No' }).click();
    await expect(button).toBeFocused();

    await page.route('**/api/photo/*', (route) => route.fulfill({ status: 503, json: {} }));
    await button.click();
    await question(page).getByRole('button', { name: 'Yes' }).click();
    await expect(toast(page, 'Your photo has not been deleted.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tile(page, ownTitle)).toBeVisible();

    await page.unroute('**/api/photo/*');
    await tile(page, ownTitle).click();
    await button.click();
    await question(page).getByRole('button', { name: 'Yes' }).click();
    await expect(toast(page, 'Your photo has been deleted.')).toBeVisible();
    await expect(dialog(page).locator('[data-first-focus]')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(tile(page, ownTitle)).toHaveCount(0);
    await expect(page.locator('main li > button:focus')).toHaveCount(1);
  });

  await test.step("another member's photo can be reported once, even after a reload", async () => {
    await tile(page, otherTitle).click();
    await expect(dialog(page).getByRole('button', { name: 'Delete photo' })).toHaveCount(0);
    const report = dialog(page).getByRole('button', { name: 'Report photo' });
    const size = page.viewportSize() ?? { width: 0, height: 0 };
    // Uses the window of a phone in landscape.
    await page.setViewportSize({ width: 640, height: 360 });
    await expect(report).toBeInViewport({ ratio: 1 });
    await expect(dialog(page).getByRole('img', { name: otherTitle })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize(size);
    await report.click();
    await expect(question(page)).toContainText('Report this photo?');
    await question(page).getByRole('button', { name: 'Yes' }).click();
    await expect(toast(page, 'Thank you. We will check this photo.')).toBeVisible();
    await expect(dialog(page).getByText('Reported', { exact: true })).toBeVisible();
    await expect(dialog(page).locator('[data-first-focus]')).toBeFocused();
    await expectAccessible(page);
    await page.reload();
    await tile(page, otherTitle).click();
    await expect(dialog(page).getByText('Reported', { exact: true })).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Report photo' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(tile(page, ownTitle)).toHaveCount(0);
  });

  await test.step('a reported photo is hidden, its owner sees a notice and can delete it', async () => {
    const id = await addPhoto(request, signedIn.accessToken, hidden);
    const isHidden = async () =>
      (await (await request.get('/api/user/photos', { headers })).json()).own[0].hidden;
    while (!(await isHidden())) {
      const { accessToken } = await registerMember(request);
      await qualifyMembers({ dataDir: site.dataDir });
      const reported = await request.post(`/api/photo/${id}/report`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      expect(reported.status()).toBe(204);
    }
    await page.reload();
    const notice = page.getByText('1 of your photos is hidden until we have checked it.');
    await expect(notice).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: `Delete: ${hidden}` }).click();
    await question(page).getByRole('button', { name: 'Yes' }).click();
    await expect(notice).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'PHOTO GALLERY' })).toBeFocused();
  });
});
