import type { APIRequestContext, Page } from '@playwright/test';
import { qualifyMembers } from '#server/testing/qualify-members.ts';
import { expectAccessible } from './support/accessible.ts';
import { registerMember } from './support/member.ts';
import { expect, test } from './support/test.ts';
import { photo } from './support/uploads.ts';

/** A photo that a member has added, by the calls that the page makes. */
async function addPhoto(request: APIRequestContext, accessToken: string, title: string): Promise<string> {
  const { images } = await (await request.get('/api/config')).json();
  const headers = { authorization: `Bearer ${accessToken}` };
  const stored = await request.post(`${images.uploadUrl}?key=${encodeURIComponent(images.key)}`, {
    headers,
    multipart: { image: await photo('camp.jpg') },
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

async function openPhoto(page: Page, title: string): Promise<void> {
  await page.goto('/dashboard/gallery');
  await tile(page, title).click();
  await expect(dialog(page)).toBeVisible();
}

test.describe("one's own photos", () => {
  test.use({ expectedErrors: [/status of 503/] });

  test('can be deleted after a question; one that cannot be comes back', async ({
    page,
    signedIn,
    request,
  }) => {
    const title = `Mine, ${signedIn.email}`;
    await addPhoto(request, signedIn.accessToken, title);
    await openPhoto(page, title);
    const button = dialog(page).getByRole('button', { name: 'Delete photo' });
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
    await expect(tile(page, title)).toBeVisible();

    await page.unroute('**/api/photo/*');
    await tile(page, title).click();
    await button.click();
    await question(page).getByRole('button', { name: 'Yes' }).click();
    await expect(toast(page, 'Your photo has been deleted.')).toBeVisible();
    await expect(dialog(page).locator('[data-first-focus]')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await expect(tile(page, title)).toHaveCount(0);
    await expect(page.locator('main li > button:focus')).toHaveCount(1);
    await page.reload();
    await expect(page.locator('main li img').first()).toBeVisible();
    await expect(tile(page, title)).toHaveCount(0);
  });
});

test("others' photos can be reported once, which stays so", async ({ page, signedIn, request }) => {
  const other = await registerMember(request);
  const title = `Not mine, ${signedIn.email}`;
  await addPhoto(request, other.accessToken, title);
  await openPhoto(page, title);
  await expect(dialog(page).getByRole('button', { name: 'Delete photo' })).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Report photo' }).click();
  await expect(question(page)).toContainText('Report this photo?');
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(toast(page, 'Thank you. We will look at this photo.')).toBeVisible();
  await expect(dialog(page).getByText('Reported', { exact: true })).toBeVisible();
  await expect(dialog(page).locator('[data-first-focus]')).toBeFocused();
  await expectAccessible(page);
  await openPhoto(page, title);
  await expect(dialog(page).getByText('Reported', { exact: true })).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'Report photo' })).toHaveCount(0);
});

test("one's own photo that others reported is hidden, said so, and can be deleted", async ({
  page,
  signedIn,
  request,
  site,
}) => {
  const id = await addPhoto(request, signedIn.accessToken, `Hidden, ${signedIn.email}`);
  const isHidden = async () => {
    const headers = { authorization: `Bearer ${signedIn.accessToken}` };
    const { own } = await (await request.get('/api/user/photos', { headers })).json();
    return own[0].hidden;
  };
  while (!(await isHidden())) {
    const { accessToken } = await registerMember(request);
    await qualifyMembers({ dataDir: site.dataDir });
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await request.post(`/api/photo/${id}/report`, { headers })).status()).toBe(204);
  }
  await page.goto('/dashboard/gallery');
  const line = page.getByText('1 of your photos is hidden until we have looked at it.');
  await expect(line).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Delete: Hidden, ${signedIn.email}` }).click();
  await question(page).getByRole('button', { name: 'Yes' }).click();
  await expect(line).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'PHOTO GALLERY' })).toBeFocused();
});

test('nobody who is not signed in can do anything with a photo', async ({ page }) => {
  await page.goto('/');
  const photos = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Photo Gallery' }) });
  await photos.scrollIntoViewIfNeeded();
  await photos.getByRole('listitem').first().getByRole('button').click();
  await expect(dialog(page)).toContainText('1 / ');
  await expect(dialog(page).getByRole('button')).toHaveCount(3);
});
