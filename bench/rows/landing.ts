import { chromium } from '@playwright/test';
import { browserLaunch } from '../../e2e/support/browser.ts';
import { type Measurement, spread } from '../measure.ts';
import { formatVisits, type Visit, visit } from '../phone.ts';
import { startMeasuredSite } from '../site.ts';

/** The landing page on a slow phone, compared with the same page without JavaScript. */
export const landing: Measurement = async ({ rounds }) => {
  const launch = await browserLaunch();
  await using site = await startMeasuredSite({}, { allCores: true });
  /** Opens it in a new browser with an empty cache. */
  async function open(javaScriptEnabled: boolean): Promise<Visit> {
    await using browser = await chromium.launch(launch);
    return await visit(await browser.newContext({ javaScriptEnabled }), site.url, async () => undefined);
  }
  await open(true);
  const visits: Visit[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const figures = await open(true);
    visits.push(figures);
    ratios.push(figures.lcp / (await open(false)).lcp);
  }
  return [
    {
      label: 'landing page on a slow phone',
      against: 'the same without JavaScript',
      figures: [`LCP ratio ${spread(ratios, 2)}`, ...formatVisits(visits)],
      target: 'LCP at most 1.1 times',
    },
  ];
};
