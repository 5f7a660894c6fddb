import { chromium } from '@playwright/test';
import { browserLaunch } from '../../e2e/support/browser.ts';
import { startSite } from '../../e2e/support/site.ts';
import { inWords, type Visit, visit } from '../browser/phone.ts';
import { spread } from '../figures.ts';
import type { Measurement } from '../measure.ts';

/** The landing page on a slow phone, against the same page in a browser that runs no JavaScript. */
export const landing: Measurement = async ({ rounds }) => {
  const launch = await browserLaunch();
  const site = await startSite();
  /** In a browser of its own, with nothing in its cache. */
  async function open(javaScriptEnabled: boolean): Promise<Visit> {
    const browser = await chromium.launch(launch);
    try {
      return await visit(await browser.newContext({ javaScriptEnabled }), site.url, async () => undefined);
    } finally {
      await browser.close();
    }
  }
  const visits: Visit[] = [];
  const ratios: number[] = [];
  try {
    await open(true);
    for (let round = 0; round < rounds; round += 1) {
      const figures = await open(true);
      visits.push(figures);
      ratios.push(figures.lcp / (await open(false)).lcp);
    }
  } finally {
    await site.stop();
  }
  return [
    {
      label: 'landing page on a slow phone',
      against: 'the same with JavaScript switched off',
      figures: [`LCP ratio ${spread(ratios, 2)}`, ...inWords(visits)],
      target: 'LCP at most 1.1 times',
    },
  ];
};
