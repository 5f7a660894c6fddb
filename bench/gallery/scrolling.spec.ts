import type { Page } from '@playwright/test';
import { expect, test } from '../../e2e/support/test.ts';
import { madeUpPhotos, putUpWall } from '../../e2e/support/wall.ts';

/** Scrolls fast by so many frames, and counts those that came too late to be seen. */
const lateFrames = (page: Page) =>
  page.evaluate(async () => {
    scrollTo({ top: 200_000, behavior: 'instant' });
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    let last = 0;
    let late = 0;
    for (let frame = 0; frame < 150; frame++) {
      const now = await new Promise<number>(requestAnimationFrame);
      if (last) late += Math.max(0, Math.round(((now - last) * 60) / 1000) - 1);
      last = now;
      scrollBy({ top: 60, behavior: 'instant' });
    }
    return late;
  });

test('scrolling through 10,000 photos on a slow phone loses far fewer frames than a plain list of them', async ({
  page,
  context,
  signedIn,
}) => {
  expect(signedIn.email).toBeTruthy();
  await page.setViewportSize({ width: 360, height: 740 });
  const list = page.getByRole('list', { name: 'Photos' });
  const wall = await putUpWall(page, madeUpPhotos(10_000));
  wall.meanwhile = (route) => route.fulfill({ json: wall.photos }).then(() => true);
  await page.goto('/dashboard/gallery');
  await expect(list.getByRole('listitem').first()).toBeVisible();
  const slow = await context.newCDPSession(page);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const windowed = await lateFrames(page);
  await list.evaluate((list, photos) => {
    const plain = document.createElement('div');
    for (const { img, width = 1, height = 1, placeholder } of photos) {
      const picture = document.createElement('img');
      Object.assign(picture, { loading: 'lazy', decoding: 'async', src: `${img}?w=162`, width: 320 });
      picture.style.aspectRatio = `${width} / ${height}`;
      picture.style.backgroundImage = `url("${placeholder}")`;
      plain.append(picture);
    }
    list.replaceWith(plain);
  }, wall.photos);
  const plain = await lateFrames(page);
  const description = `frames that came too late, of 150: ${windowed} in the wall, ${plain} in a plain list`;
  console.log(description);
  expect(windowed).toBeLessThan(Math.max(15, plain / 2));
});
