import type { BrowserContext } from 'playwright-core';
import { openPhone } from './phone.ts';

/** From the start of the navigation until every photo of the first row is decoded and painted, in ms. */
export async function firstRowSeen(context: BrowserContext, url: string): Promise<number> {
  const page = await openPhone(context);
  try {
    await page.addInitScript(watchFirstRow);
    await page.goto(url, { waitUntil: 'commit' });
    const seen = await page.waitForFunction(() => (globalThis as { firstRowSeen?: number }).firstRowSeen);
    return (await seen.jsonValue()) ?? Number.NaN;
  } finally {
    await page.close();
  }
}

/** Runs in the page: looks at every frame. */
function watchFirstRow(): void {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  /** The photos at the height of the topmost one, once there are any. */
  function firstRow(): HTMLImageElement[] {
    const photos = [...document.querySelectorAll<HTMLImageElement>('main ul[aria-label="Photos"] img')];
    const tops = photos.map((photo) => photo.getBoundingClientRect().top);
    const first = Math.min(...tops);
    return photos.filter((_, i) => Math.abs((tops[i] ?? 0) - first) < 4);
  }

  async function watch(): Promise<void> {
    for (;;) {
      await frame();
      const row = firstRow();
      if (row.length === 0 || !row.every((photo) => photo.complete && photo.naturalWidth > 0)) continue;
      await Promise.all(row.map((photo) => photo.decode()));
      // The frame after next begins once the one with the pictures has been painted.
      await frame();
      await frame();
      Object.assign(globalThis, { firstRowSeen: performance.now() });
      return;
    }
  }
  void watch();
}
