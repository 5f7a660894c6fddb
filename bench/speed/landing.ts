import { chromium } from '@playwright/test';
import { browserLaunch } from '../../e2e/support/browser.ts';
import { startSite } from '../../e2e/support/site.ts';
import { freePort } from '../../platform/testing/ports.ts';
import { openLighthouse } from '../lighthouse/tool.ts';
import { startFront } from './landing/front.ts';
import type { Part } from './row.ts';

const lcp = 'largest-contentful-paint';

/** The landing page on Lighthouse's phone, against the same page without any script. */
export const landing: Part = async ({ rounds }) => {
  const lighthouse = await openLighthouse();
  const launch = await browserLaunch();
  const site = await startSite();
  const asIs = await startFront(site.url, (html) => html);
  const scriptless = await startFront(site.url, withoutScripts);
  async function visit({ url }: { url: string }): Promise<number> {
    const port = await freePort();
    const args = [...(launch.args ?? []), `--remote-debugging-port=${port}`];
    const browser = await chromium.launch({ ...launch, args });
    try {
      const { audits } = await lighthouse(url, port, 'mobile', { onlyAudits: [lcp] });
      return audits[lcp]?.numericValue ?? Number.NaN;
    } finally {
      await browser.close();
    }
  }
  const ratios: number[] = [];
  const seconds: number[] = [];
  try {
    // The fronts fetch and compress at the first visit.
    for (const front of [asIs, scriptless]) await visit(front);
    for (let round = 0; round < rounds; round += 1) {
      const ms = await visit(asIs);
      ratios.push(ms / (await visit(scriptless)));
      seconds.push(ms / 1000);
    }
  } finally {
    await Promise.all([asIs.stop(), scriptless.stop()]);
    await site.stop();
  }
  const against = 'the same page with no JavaScript at all';
  return [
    { work: 'landing page, mobile, LCP', against, target: 'at most 1.1 times', figures: ratios },
    { work: '... in all', against: '', target: '', figures: seconds, unit: 's' },
  ];
};

function withoutScripts(html: string): string {
  const left = html.replaceAll(/<script\b[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g, '');
  if (left === html || /<script|modulepreload/.test(left)) throw new Error('A script is left in the page.');
  return left;
}
