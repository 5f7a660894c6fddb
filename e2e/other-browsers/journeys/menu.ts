import type { Journey } from './journey.ts';
import { pressTabUntilFocused } from './steps.ts';

export const menuJourney: Journey = {
  title: '[NAV-01] [NAV-02] the menu by keyboard alone',
  async run(page) {
    await page.open('/about');
    await page.press('Tab');
    await page.expectFocus({ css: 'a', name: 'Skip to content' });
    const opener = { css: 'header button', name: 'Menu' };
    if (await page.isThere(opener)) {
      await pressTabUntilFocused(page, opener);
      await page.press('Enter');
      await page.expectFocus({ css: 'dialog[open] button', name: 'Close' });
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
  },
};
