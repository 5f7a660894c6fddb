import { expect, type Page, test } from '@playwright/test';
import { type Language, languages } from '#contract/languages.ts';
import { inLanguage } from '../support/languages.ts';
import { waitUntilHydrated } from '../support/navigation.ts';
import { now } from './now.ts';
import type { Prepared } from './prepare.ts';
import { type Screen, screens } from './screens.ts';

/** The widths of a phone, a tablet and a desktop, in pixels. */
const widths = [360, 768, 1440];

for (const screen of screens)
  for (const language of languages)
    test(`${screen.name} (${language})`, async ({ browser }) => {
      const { url, states }: Prepared = JSON.parse(process.env.SCREENS ?? '');
      const storageState = screen.as && states[screen.as];
      await using context = await browser.newContext({ baseURL: url, ...(storageState && { storageState }) });
      const page = await context.newPage();
      await open(page, screen, language);
      for (const width of widths)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 800 });
          await page.emulateMedia({ colorScheme });
          await settle(page, screen);
          await expect
            .soft(page)
            .toHaveScreenshot([screen.name, `${language}-${width}-${colorScheme}.png`], { fullPage: true });
        }
    });

async function open(page: Page, screen: Screen, language: Language): Promise<void> {
  await page.setViewportSize({ width: widths[0] ?? 360, height: 800 });
  await page.clock.setFixedTime(now);
  await screen.prepare?.(page);
  await page.goto(inLanguage(language).path(screen.path));
  await waitUntilHydrated(page.locator('main').first());
  if (!screen.act) return;
  await settle(page, screen);
  await screen.act(page);
}

/** Shows every part of the page once, and waits until its requests, fonts and pictures have loaded. */
async function settle(page: Page, { isLoading }: Screen): Promise<void> {
  const spinners = page.locator('.bb-spinner:visible');
  await page.evaluate(scrollThrough);
  if (isLoading) await expect(spinners).not.toHaveCount(0);
  else await expect(spinners).toHaveCount(0);
  await page.evaluate(scrollThrough);
  await page.evaluate(waitForFontsAndPictures);
}

/** Runs in the page. */
async function scrollThrough(): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo({ top, behavior: 'instant' });
    await nextFrame();
  }
  scrollTo({ top: 0, behavior: 'instant' });
  await nextFrame();
}

/** Runs in the page. */
async function waitForFontsAndPictures(): Promise<void> {
  // A full-page screenshot leaves out what browsers render only near the window.
  for (const element of document.querySelectorAll<HTMLElement>('body *'))
    if (getComputedStyle(element).contentVisibility === 'auto') element.style.contentVisibility = 'visible';
  for (const image of document.images) image.loading = 'eager';
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  await document.fonts.ready;
}
