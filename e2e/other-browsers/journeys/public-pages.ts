import { publicPages } from '#contract/site.ts';
import type { Journey } from './journey.ts';
import { expectNoSidewaysScroll } from './steps.ts';

export const publicPagesJourney: Journey = {
  title: '[PUB-01] every public page shows its heading and fits the window',
  expectedErrors: [/status of 404/],
  async run(page) {
    for (const path of [...publicPages, '/nowhere', '/bn']) {
      await page.open(path);
      await page.see({ css: 'main h1' });
      await expectNoSidewaysScroll(page);
      const title = await page.evaluate<string>('document.title');
      if (!/Blood Buddies/.test(title)) throw new Error(`The title of ${path} is ${title}.`);
    }
  },
};
