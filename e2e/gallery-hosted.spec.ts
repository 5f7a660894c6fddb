import type { Page, Route } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { fileInput, photo, row, rows, uploadButton } from './support/uploads.ts';

const service = 'https://api.pictures.example';
const pictures = 'https://i.pictures.example';

test.use({
  siteSettings: { IMAGES_UPLOAD_URL: `${service}/1/upload`, IMAGES_KEY: 'the key of a community' },
  allowedOrigins: [service, pictures],
  expectedErrors: [/net::ERR_FAILED|status of 400|image host did not take/],
});

const openForm = async (page: Page) => {
  await page.goto('/dashboard/gallery');
  await expect(uploadButton(page)).toBeVisible();
};

const answer = (route: Route, data: object) =>
  route.fulfill({
    headers: { 'access-control-allow-origin': '*' },
    json: { data, success: true, status: 200 },
  });

const moreThanWeAskFor = {
  id: 'p1',
  url: `${pictures}/p1/camp.jpg`,
  url_viewer: `${service}/p1`,
  width: '900',
  height: '600',
  expiration: 0,
  thumb: { url: `${pictures}/p1/thumb.jpg` },
};

test.beforeEach(async ({ page, signedIn }) => {
  expect(signedIn.email).toBeTruthy();
  const { buffer } = await photo('any.jpg');
  await page.route(`${pictures}/**`, (route) => route.fulfill({ contentType: 'image/jpeg', body: buffer }));
});

for (const [told, data, size] of [
  ['more than is needed', moreThanWeAskFor, { width: 900, height: 600 }],
  ['the address alone', { url: `${pictures}/p2/camp.jpg` }, { width: 300, height: 200 }],
] as const)
  test(`[GAL-03] a hosted service that tells ${told} takes photos by the same page, without our token`, async ({
    page,
  }) => {
    const asked: string[] = [];
    await page.route(`${service}/**`, async (route) => {
      const headers = await route.request().allHeaders();
      asked.push(`${new URL(route.request().url()).searchParams.get('key')} ${headers.authorization}`);
      await answer(route, data);
    });
    await openForm(page);
    await fileInput(page).setInputFiles(await photo('camp.jpg', 300, 200));
    const saved = page.waitForRequest(
      (sent) => sent.method() === 'POST' && sent.url().endsWith('/api/photo'),
    );
    await uploadButton(page).click();
    expect((await saved).postDataJSON()).toEqual({ img: data.url, title: 'camp', ...size });
    await expect(page.getByText('Image Uploaded Successfully')).toBeVisible();
    expect(asked).toEqual(['the key of a community undefined']);
    const shown = page.getByRole('main').getByRole('img', { name: 'camp' }).first();
    await expect(shown).toHaveAttribute('src', new RegExp(`^${data.url}`));
  });

test('a hosted service that does not let its progress be watched still takes photos', async ({ page }) => {
  const kinds: string[] = [];
  await page.route(`${service}/**`, (route) => {
    kinds.push(route.request().resourceType());
    return kinds.length === 1 ? route.abort('failed') : answer(route, moreThanWeAskFor);
  });
  await openForm(page);
  await fileInput(page).setInputFiles(await photo('camp.jpg'));
  await uploadButton(page).click();
  await expect(page.getByText('Image Uploaded Successfully')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  expect(kinds).toEqual(['xhr', 'fetch']);
});

test('[GAL-04] a hosted service that refuses: nothing but the button and a Retry', async ({ page }) => {
  await page.route(`${service}/**`, (route) =>
    route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*' },
      json: { error: { code: 105 } },
    }),
  );
  await openForm(page);
  await fileInput(page).setInputFiles(await photo('camp.jpg'));
  await uploadButton(page).click();
  await expect(row(page, 'camp.jpg').getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(uploadButton(page)).toBeEnabled();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
});
