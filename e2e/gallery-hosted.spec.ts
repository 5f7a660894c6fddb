import type { Route } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { fileInput, photo, row, rows, uploadButton } from './support/uploads.ts';

const service = 'https://api.pictures.example';
const pictures = 'https://i.pictures.example';

test.use({
  siteSettings: { IMAGES_UPLOAD_URL: `${service}/1/upload`, IMAGES_KEY: 'the key of a community' },
  allowedOrigins: [service, pictures],
  expectedErrors: [/net::ERR_FAILED|status of 400|image host did not take/],
});

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

test('[GAL-03] [GAL-04] a hosted service takes photos by the same page, without our token, whatever it tells; where it refuses there is nothing but the button and a Retry', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  const { buffer } = await photo('any.jpg');
  await page.route(`${pictures}/**`, (route) => route.fulfill({ contentType: 'image/jpeg', body: buffer }));
  let respond: (route: Route) => Promise<void> = (route) => route.abort('failed');
  await page.route(`${service}/**`, (route) => respond(route));
  await page.goto('/dashboard/gallery');

  for (const [data, size] of [
    [moreThanWeAskFor, { width: 900, height: 600 }],
    [{ url: `${pictures}/p2/camp.jpg` }, { width: 300, height: 200 }],
  ] as const) {
    const asked: string[] = [];
    respond = async (route) => {
      const headers = await route.request().allHeaders();
      asked.push(`${new URL(route.request().url()).searchParams.get('key')} ${headers.authorization}`);
      await answer(route, data);
    };
    await fileInput(page).setInputFiles(await photo('camp.jpg', 300, 200));
    const saved = page.waitForRequest(
      (sent) => sent.method() === 'POST' && sent.url().endsWith('/api/photo'),
    );
    await uploadButton(page).click();
    expect((await saved).postDataJSON()).toEqual({ img: data.url, title: 'camp', ...size });
    await expect(page.getByRole('main').getByRole('img', { name: 'camp' }).first()).toHaveAttribute(
      'src',
      new RegExp(`^${data.url}`),
    );
    await expect(page.getByText('Image Uploaded Successfully').first()).toBeVisible();
    expect(asked).toEqual(['the key of a community undefined']);
  }

  // One that does not let its progress be watched.
  const kinds: string[] = [];
  respond = (route) => {
    kinds.push(route.request().resourceType());
    return kinds.length === 1 ? route.abort('failed') : answer(route, moreThanWeAskFor);
  };
  await page.reload();
  await fileInput(page).setInputFiles(await photo('camp.jpg'));
  await uploadButton(page).click();
  await expect(page.getByText('Image Uploaded Successfully')).toBeVisible();
  await expect(rows(page)).toHaveCount(0);
  expect(kinds).toEqual(['xhr', 'fetch']);

  respond = (route) =>
    route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*' },
      json: { error: { code: 105 } },
    });
  await page.reload();
  await fileInput(page).setInputFiles(await photo('camp.jpg'));
  await uploadButton(page).click();
  await expect(row(page, 'camp.jpg').getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(uploadButton(page)).toBeEnabled();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
});
