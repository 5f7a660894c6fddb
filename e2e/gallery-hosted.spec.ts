import type { Route } from '@playwright/test';
import { expect, test } from './support/test.ts';
import {
  createPhoto,
  expectUploaded,
  fileInput,
  isSaving,
  row,
  rows,
  toasts,
  uploadButton,
} from './support/uploads.ts';

const service = 'https://api.pictures.example';
const pictures = 'https://i.pictures.example';

test.use({
  siteSettings: { IMAGES_UPLOAD_URL: `${service}/1/upload`, IMAGES_KEY: 'the key of a community' },
  allowedOrigins: [service, pictures],
  expectedErrors: [/net::ERR_FAILED|status of 400|Failed to upload/],
});

const succeed = (route: Route, data: object) =>
  route.fulfill({
    headers: { 'access-control-allow-origin': '*' },
    json: { data, success: true, status: 200 },
  });

const hosted = {
  id: 'p1',
  url: `${pictures}/p1/camp.jpg`,
  url_viewer: `${service}/p1`,
  width: '900',
  height: '600',
  expiration: 0,
};

test('[GAL-03] [GAL-04] uploads work with a hosted image service and without our token; a rejected upload only offers Retry', async ({
  page,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  const { buffer } = await createPhoto('any.jpg');
  await page.route(`${pictures}/**`, (route) => route.fulfill({ contentType: 'image/jpeg', body: buffer }));
  let respond: (route: Route) => Promise<void>;
  await page.route(`${service}/**`, (route) => respond(route));
  await page.goto('/dashboard/gallery');

  // The first request fails: the service does not allow the CORS preflight that upload progress needs.
  const requests: string[] = [];
  respond = async (route) => {
    const request = route.request();
    const { authorization } = await request.allHeaders();
    const key = new URL(request.url()).searchParams.get('key');
    requests.push(`${request.resourceType()} ${key} ${authorization}`);
    await (requests.length === 1 ? route.abort('failed') : succeed(route, hosted));
  };
  await fileInput(page).setInputFiles(await createPhoto('camp.jpg', 300, 200));
  await page.getByLabel('Title').fill('camp');
  const saved = page.waitForRequest((sent) => isSaving(sent));
  await uploadButton(page).click();
  expect((await saved).postDataJSON()).toEqual({ img: hosted.url, title: 'camp', width: 900, height: 600 });
  await expectUploaded(page);
  await expect(rows(page)).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('img', { name: 'camp' }).first()).toHaveAttribute(
    'src',
    new RegExp(`^${hosted.url}`),
  );
  expect(requests).toEqual(['xhr', 'fetch'].map((kind) => `${kind} the key of a community undefined`));

  respond = (route) =>
    route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*' },
      json: { error: { code: 105 } },
    });
  await fileInput(page).setInputFiles(await createPhoto('camp.jpg'));
  await uploadButton(page).click();
  await expect(row(page, 'camp.jpg').getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(uploadButton(page)).toBeEnabled();
  await expect(toasts(page)).toHaveCount(0);
});
