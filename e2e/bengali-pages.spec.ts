import { expectAccessible } from './support/accessible.ts';
import { englishWords, inLanguage } from './support/languages.ts';
import { expect, test } from './support/test.ts';
import { createPhoto, fileInput, row } from './support/uploads.ts';

const { translate, path } = inLanguage('bn');
const t = (message: string, values = {}) => translate(message, values, 'gallery');

test.use({ expectedErrors: [/status of 429/] });

test("a member's pages are in Bengali: the account page at every width, server errors and the gallery", async ({
  page,
  signedIn: member,
}) => {
  await test.step('the account page', async () => {
    await page.goto(path('/dashboard/account'));
    await expect(page.getByRole('heading', { name: translate('Your account'), exact: true })).toBeVisible();
    for (const heading of await page.getByRole('main').getByRole('heading').all())
      await expect(heading).toHaveCSS('font-family', /^"Noto Serif Bengali Headings"/);
    await expect(page.getByText(translate('This device'), { exact: true })).toBeVisible();
    await expect(page.getByText(member.email).first()).toBeVisible();
    await expect(page.getByRole('region', { name: translate('Your reviews') })).toBeVisible();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await englishWords(page)).toEqual([]);
      await expectAccessible(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
    await page.locator('input[name="name"]').fill('রহিমা খাতুন');
    await page.keyboard.press('Enter');
    await expect(page.getByText(translate('Your name is saved'))).toBeVisible();
  });

  await test.step('an error from the server', async () => {
    const message = 'Too many attempts. Please wait a moment and try again.';
    await page.route('**/api/user/export', (route) =>
      route.fulfill({ status: 429, json: { error: { code: 'too-many-requests', message } } }),
    );
    await page.getByRole('button', { name: translate('Download my data') }).click();
    await expect(page.getByRole('alert').filter({ hasText: translate(message) })).toBeVisible();
  });

  await test.step('the gallery: rejecting a file, uploading and deleting a photo', async () => {
    await page.goto(path('/dashboard/gallery'));
    await expect(page.getByRole('heading', { name: t('PHOTO GALLERY') })).toBeVisible();
    await expect(page.getByRole('main').locator('img').first()).toBeVisible();
    expect(await englishWords(page)).toEqual([]);
    await expectAccessible(page);

    await fileInput(page).setInputFiles({
      name: 'a.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('words'),
    });
    const rejected = '“{name}” is not a supported photo. Choose a JPEG, PNG, WebP, AVIF or GIF.';
    await expect(page.getByText(t(rejected, { name: 'a.txt' }))).toBeVisible();
    await fileInput(page).setInputFiles(await createPhoto('IMG_0001.jpg'));
    await expect(row(page, 'IMG_0001.jpg').locator('[name="title"]')).toHaveValue('');
    await expectAccessible(page);
    await page.getByRole('button', { name: t('Upload Image') }).click();
    await expect(page.getByText(t('Image Uploaded Successfully'))).toBeVisible();

    const ownPhoto = page.getByRole('main').getByRole('button', { name: t('A photo from our community') });
    await ownPhoto.first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('Delete photo') })
      .click();
    await expect(page.getByRole('alertdialog')).toContainText(t('Delete this photo?'));
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: translate('Yes') })
      .click();
    await expect(page.getByText(t('Your photo has been deleted.'))).toBeVisible();
  });
});
