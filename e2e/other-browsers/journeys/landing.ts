import type { Page } from '../page/page.ts';
import type { Journey } from './journey.ts';
import { expectNoSidewaysScroll } from './steps.ts';

const SCROLL_PX = 500;

export const landingJourney: Journey = {
  title: '[LND-10] the landing page scrolls by wheel to the appointment form and back',
  async run(page) {
    await page.open('/');
    await expectColorScheme(page);
    await wheelUntil(page, SCROLL_PX, isFormInWindow);
    for (const name of ['name', 'phone', 'center', 'bloodGroup', 'date', 'opinion'])
      await page.see({ css: `#request-appointment [name=${name}]` });
    await expectNoSidewaysScroll(page);
    await expectNoBrokenImage(page);
    await wheelUntil(page, -SCROLL_PX, 'scrollY === 0');
    await page.see({ css: 'main h1' });
  },
};

const isFormInWindow = `(() => {
  const { top } = document.querySelector('#request-appointment form')?.getBoundingClientRect() ?? { top: Infinity };
  return top < innerHeight / 2;
})()`;

/** Turns the wheel until the page is there; a page that holds the wheel somewhere never comes there. */
async function wheelUntil(page: Page, deltaY: number, isThere: string): Promise<void> {
  await page.until(`by wheel: ${isThere}`, async () => {
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

/** The page is as light or dark as the browser asks for. */
async function expectColorScheme(page: Page): Promise<void> {
  const [isDark, color] = await page.evaluate<[boolean, string]>(
    '[matchMedia("(prefers-color-scheme: dark)").matches, getComputedStyle(document.documentElement).backgroundColor]',
  );
  const brightness = Math.max(...(color.match(/\d+/g) ?? []).slice(0, 3).map(Number));
  if (isDark ? brightness > 80 : brightness < 200)
    throw new Error(`The background is ${color} where ${isDark ? 'dark' : 'light'} is preferred.`);
}
