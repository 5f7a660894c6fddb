import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { inLanguage } from './support/languages.ts';
import { expect, test } from './support/test.ts';
import { fileInput, photo, row } from './support/uploads.ts';

const { say, path } = inLanguage('bn');
const gallery = (message: string, values = {}) => say(message, values, 'gallery');

/** Names, and what is the same in every language. */
const sameEverywhere =
  /Blood Buddies|Google|JSON|JPEG|PNG|WebP|AVIF|GIF|MB|Chrome|Linux|[AP]M|\S+@\S+|Rahima Khatun/g;

/** English words that stand in the main part of a page. */
async function leftInEnglish(page: Page): Promise<string[]> {
  const text = await page.getByRole('main').innerText();
  return text.replaceAll(sameEverywhere, '').match(/[A-Za-z]{2,}/g) ?? [];
}

test.use({ expectedErrors: [/status of 429/] });

test("a member's rooms speak Bengali: the account in every width, what the server refuses, the gallery", async ({
  page,
  signedIn: member,
}) => {
  await test.step('the account page', async () => {
    await page.goto(path('/dashboard/account'));
    await expect(page.getByRole('heading', { name: say('Your account'), exact: true })).toBeVisible();
    await expect(page.getByText(say('This browser'))).toBeVisible();
    await expect(page.getByText(member.email).first()).toBeVisible();
    await expect(page.getByRole('region', { name: say('Your reviews') })).toBeVisible();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await leftInEnglish(page)).toEqual([]);
      await expectAccessible(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
    }
    await page.locator('input[name="name"]').fill('রহিমা খাতুন');
    await page.keyboard.press('Enter');
    await expect(page.getByText(say('Your name is saved'))).toBeVisible();
  });

  await test.step('what the server refuses', async () => {
    const message = 'Too many requests. Please wait a moment and try again.';
    await page.route('**/api/user/export', (route) =>
      route.fulfill({ status: 429, json: { error: { code: 'too-many-requests', message } } }),
    );
    await page.getByRole('button', { name: say('Download my data') }).click();
    await expect(page.getByRole('alert').filter({ hasText: say(message) })).toBeVisible();
  });

  await test.step('the gallery: what it takes, what it does not, sending, deleting', async () => {
    await page.goto(path('/dashboard/gallery'));
    await expect(page.getByRole('heading', { name: gallery('PHOTO GALLERY') })).toBeVisible();
    await expect(page.getByRole('main').locator('img').first()).toBeVisible();
    expect(await leftInEnglish(page)).toEqual([]);
    await expectAccessible(page);

    await fileInput(page).setInputFiles({
      name: 'a.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('words'),
    });
    const refused = '“{name}” is not a supported photo. Choose a JPEG, PNG, WebP, AVIF or GIF.';
    await expect(page.getByText(gallery(refused, { name: 'a.txt' }))).toBeVisible();
    await fileInput(page).setInputFiles(await photo('IMG_0001.jpg'));
    await expect(row(page, 'IMG_0001.jpg').locator('[name="title"]')).toHaveValue(
      gallery('A photo from our community'),
    );
    await expectAccessible(page);
    await page.getByRole('button', { name: gallery('Upload Image') }).click();
    await expect(page.getByText(gallery('Image Uploaded Successfully'))).toBeVisible();

    const own = page.getByRole('main').getByRole('button', { name: gallery('A photo from our community') });
    await own.first().click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: gallery('Delete photo') })
      .click();
    await expect(page.getByRole('alertdialog')).toContainText(gallery('Delete this photo?'));
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('Yes') })
      .click();
    await expect(page.getByText(gallery('Your photo has been deleted.'))).toBeVisible();
  });
});
