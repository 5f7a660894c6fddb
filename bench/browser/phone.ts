import type { BrowserContext, Page } from '@playwright/test';
import { spread } from '../figures.ts';

/** The phone and the line of Lighthouse 13's mobile runs, held by the browser itself. Times in ms, sizes in CSS pixels. */
const screen = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true };
const SLOW_DOWN = 4;
const line = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};

/** What the browser says of a page. LCP in seconds; `kb`: what came over the line. */
export type Visit = { lcp: number; cls: number; kb: number };

/** Opens a page in a new tab of that phone, and resolves with what `look` gives and the figures when the page rests. */
export async function visit<Attempt>(
  context: BrowserContext,
  url: string,
  look: (page: Page) => Promise<Attempt>,
): Promise<Visit & { seen: Attempt }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', screen);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  const eventTypes = ['largest-contentful-paint', 'layout-shift'];
  await session.send('PerformanceTimeline.enable', { eventTypes });
  let [paintedAt, cls, bytes] = [Number.NaN, 0, 0];
  session.on('PerformanceTimeline.timelineEventAdded', ({ event: { lcpDetails, layoutShiftDetails } }) => {
    if (lcpDetails) paintedAt = lcpDetails.renderTime || lcpDetails.loadTime;
    if (layoutShiftDetails && !layoutShiftDetails.hadRecentInput) cls += layoutShiftDetails.value;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(url, { waitUntil: 'commit' });
  const seen = await look(page);
  await page.waitForLoadState('networkidle');
  const lcp = paintedAt - (await page.evaluate(() => performance.timeOrigin)) / 1000;
  await page.close();
  return { seen, lcp, cls, kb: bytes / 1000 };
}

export function inWords(visits: Visit[]): string[] {
  const all = (of: keyof Visit, digits: number) =>
    spread(
      visits.map((one) => one[of]),
      digits,
    );
  return [`LCP ${all('lcp', 2)} s`, `CLS ${all('cls', 3)}`, `${all('kb', 0)} KB`];
}
