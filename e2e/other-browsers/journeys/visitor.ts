import { publicPages } from '#contract/site.ts';
import type { Page } from '../page/page.ts';
import { expectNoSidewaysScroll, type Journey, pressTabUntilFocused } from './steps.ts';

const SCROLL_PX = 500;

export const visitorJourney: Journey = {
  title:
    '[LND-10] [NAV-01] [NAV-02] the wheel scrolls the landing page to the appointment form and back; the menu works with the keyboard alone',
  async run(page) {
    await scrollLandingPage(page);
    await openMenuEarly(page);
    await walkMenu(page);
  },
};

export const publicPagesJourney: Journey = {
  title: '[PUB-01] every public page shows its heading and fits the window',
  expectedErrors: [/status of 404/],
  async run(page) {
    for (const path of [...publicPages, '/nowhere', '/bn']) {
      await page.goto(path);
      await page.expectVisible({ css: 'main h1' });
      await expectNoSidewaysScroll(page);
      const title = await page.evaluate<string>('document.title');
      if (!/Blood Buddies/.test(title)) throw new Error(`The title of ${path} is ${title}.`);
    }
  },
};

async function scrollLandingPage(page: Page): Promise<void> {
  await page.goto('/');
  await expectColorScheme(page);
  await wheelUntil(page, SCROLL_PX, isFormInWindow);
  for (const name of ['name', 'phone', 'center', 'bloodGroup', 'date', 'opinion'])
    await page.expectVisible({ css: `#request-appointment [name=${name}]` });
  await expectNoSidewaysScroll(page);
  await expectNoBrokenImage(page);
  await wheelUntil(page, -SCROLL_PX, 'scrollY === 0');
  await page.expectVisible({ css: 'main h1' });
}

const opener = { css: 'header button', name: 'Menu' };
const closeButton = { css: 'header dialog button', name: 'Close' };

/** Opens the menu without React, which does not close it. */
async function openMenuEarly(page: Page): Promise<void> {
  await page.gotoHtml('/about');
  if (!(await page.isVisible(opener))) return;
  await page.evaluate(
    `['focus', 'click'].map((act) => document.querySelector('header [aria-label=Menu]')[act]())`,
  );
  await page.expectFocus(closeButton);
  await page.hydrate();
  await page.expectFocus(closeButton);
  await page.press('Escape');
  await page.expectFocus(opener);
}

async function walkMenu(page: Page): Promise<void> {
  await page.goto('/about');
  await page.press('Tab');
  await page.expectFocus({ css: 'a', name: 'Skip to content' });
  if (await page.isVisible(opener)) {
    await pressTabUntilFocused(page, opener);
    await page.press('Enter');
    await page.expectFocus(closeButton);
    await page.press('Escape');
    await page.expectFocus(opener);
    await page.press('Enter');
    await pressTabUntilFocused(page, { css: 'dialog[open] a', name: 'Campaign' });
  } else {
    for (const name of ['Home', 'About Us', 'Campaign'])
      await pressTabUntilFocused(page, { css: 'header a', name });
  }
  await page.press('Enter');
  await page.expectPath(/^\/campaign$/);
  await page.expectFocus({ css: 'main h1' });
}

const isFormInWindow = `(() => {
  const { top } = document.querySelector('#request-appointment form')?.getBoundingClientRect() ?? { top: Infinity };
  return top < innerHeight / 2;
})()`;

/** Turns the wheel until the condition holds. Times out if the page captures the wheel. */
async function wheelUntil(page: Page, deltaY: number, isThere: string): Promise<void> {
  await page.waitUntil(`the wheel has scrolled to: ${isThere}`, async () => {
    if (await page.evaluate<boolean>(isThere)) return true;
    await page.wheel(deltaY);
    return false;
  });
}

async function expectNoBrokenImage(page: Page): Promise<void> {
  const broken = await page.evaluate<string[]>(
    '[...document.images].filter((image) => image.complete && image.currentSrc && !image.naturalWidth).map(({ currentSrc }) => currentSrc)',
  );
  if (broken.length > 0) throw new Error(`Broken images: ${broken.join(' ')}`);
}

/** Expects the background of the preferred color scheme. */
async function expectColorScheme(page: Page): Promise<void> {
  const [isDark, color] = await page.evaluate<[boolean, string]>(
    '[matchMedia("(prefers-color-scheme: dark)").matches, getComputedStyle(document.documentElement).backgroundColor]',
  );
  const brightness = Math.max(...(color.match(/\d+/g) ?? []).slice(0, 3).map(Number));
  if (isDark ? brightness > 80 : brightness < 200)
    throw new Error(`The background is ${color} where ${isDark ? 'dark' : 'light'} is preferred.`);
}
