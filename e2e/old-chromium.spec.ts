import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { publicPages } from '../contract/site.ts';
import { fillForm, inDays, openForm, submit } from './support/appointments.ts';
import { oldBrowserLaunch } from './support/browser.ts';
import { fakePhotos, serveFakeGallery } from './support/fake-gallery.ts';
import { carousel, visibleSlides, waitForCarousel } from './support/landing.ts';
import { submitSignIn } from './support/member.ts';
import { moveMouse } from './support/navigation.ts';
import { polyfillCheckVisibility } from './support/older-engine.ts';
import { goodCard, payWith, receipt, success } from './support/payment.ts';
import { expect, test } from './support/test.ts';
import { createPhoto, fileInput, openGallery, photos, row, uploadButton } from './support/uploads.ts';

// docs/decisions/0060-oldest-browsers.md explains which browsers are supported.
await polyfillCheckVisibility();
test.use({ launchOptions: await oldBrowserLaunch(), viewport: { width: 360, height: 740 } });

const main = (page: Page): Locator => page.getByRole('main');

/** Expects that the page fits and has not crashed, because a crash logs nothing in production. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    page.viewportSize()?.width ?? 0,
  );
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog', { name: 'Site menu' }).getByRole('link', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

/** Counts the pairs of photos that overlap. */
const countOverlaps = (page: Page): Promise<number> =>
  page.getByRole('list', { name: 'Photos' }).evaluate((list) => {
    const boxes = [...list.children].map((item) => item.getBoundingClientRect());
    const overlap = (a: DOMRect, b: DOMRect) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => overlap(a, b))).length;
  });

test('the site works: public pages in both languages, registering, requesting, paying, the gallery', async ({
  page,
}) => {
  await test.step('every public page opens and hydrates', async () => {
    for (const path of [...publicPages, '/bn', '/bn/can-i-donate'])
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
        await moveMouse(page);
        await page.waitForFunction(() =>
          Object.keys(document.querySelector('main a, main button, main') ?? {}).some((key) =>
            key.startsWith('__react'),
          ),
        );
        await expectWhole(page);
      });
    await page.goto('/');
    // Without popovers, the menu opens when React has started.
    const opener = page.getByRole('button', { name: 'Menu', exact: true });
    const menu = page.getByRole('dialog', { name: 'Site menu' });
    await opener.dblclick();
    await expect(menu.getByRole('button', { name: 'Close' })).toBeFocused();
    // The second click of a double click may follow after the first one has opened the menu.
    const { x = 0, y = 0 } = (await opener.boundingBox()) ?? {};
    await page.mouse.move(x + 4, y + 4);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect(menu.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
    const sponsors = carousel(page, 'Our Sponsors');
    await waitForCarousel(sponsors);
    const first = await visibleSlides(sponsors);
    await sponsors.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => visibleSlides(sponsors)).not.toContain(first[0]);
    await expect.poll(() => visibleSlides(sponsors)).toHaveLength(first.length);
  });

  await test.step('a visitor registers, requests, pays and uploads a photo', async () => {
    const person = { name: 'Rahima Khatun', email: `${randomUUID()}@example.org`, password: 'correct horse' };
    await page.goto('/register');
    for (const [name, value] of Object.entries(person))
      await page.locator(`input[name="${name}"]`).fill(value);
    await main(page).getByRole('button', { name: 'Register', exact: true }).click();
    await expect(page.getByText('User Created Successfully')).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await expectWhole(page);

    await logOut(page);
    await submitSignIn(page, person);
    await expect(page).not.toHaveURL(/\/login/);

    await openForm(page);
    await fillForm(page, { date: inDays(4) });
    await submit(page);
    await expect(page.getByText('SuccessFully Submitted')).toBeVisible();
    await expectWhole(page);

    await page.goto('/dashboard/appointments');
    await expect(page.getByRole('table')).toContainText(inDays(4));
    await page.getByRole('link', { name: 'Payment' }).click();
    await payWith(page, goodCard);
    await expect(success(page)).toBeVisible();
    const paidAt = page.url();
    await success(page).getByRole('button', { name: 'OK' }).click();
    await expectWhole(page);
    await page.goto(paidAt);
    await expect(receipt(page)).toBeVisible();

    await openGallery(page);
    await fileInput(page).setInputFiles(await createPhoto('IMG_blood-camp.jpg'));
    await expect(row(page, 'IMG_blood-camp.jpg')).toBeVisible();
    await uploadButton(page).click();
    await expect(page.getByText('Image Uploaded Successfully')).toBeVisible();
    await expect(photos(page).first()).toHaveAttribute('alt', 'A photo from our community');
    await expectWhole(page);
  });

  await test.step('photos do not overlap at any width, and a photo opens large inside the window', async () => {
    await serveFakeGallery(page, fakePhotos(30));
    await page.goto('/dashboard/gallery');
    const photoGrid = page.getByRole('list', { name: 'Photos' });
    await expect(photoGrid.locator('img')).toHaveCount(30);
    for (const width of [360, 768, 1440])
      await test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height: 740 });
        await expect.poll(() => countOverlaps(page)).toBe(0);
        await expectWhole(page);
        await photoGrid.getByRole('button', { name: 'Photo number 2', exact: true }).click();
        const large = page.getByRole('dialog').getByRole('img', { name: 'Photo number 2', exact: true });
        await expect(large).toBeVisible();
        const box = await large.boundingBox();
        expect(box?.height).toBeGreaterThan(100);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
        await page.keyboard.press('Escape');
      });
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await logOut(page);
});
