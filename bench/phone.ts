import type { BrowserContext, Page } from '@playwright/test';
import { spread } from './measure.ts';

/** Device and network of Lighthouse 13's mobile runs, emulated by the browser. Times in ms, sizes in CSS pixels. */
const screen = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true };
const CPU_SLOWDOWN = 4;
const networkConditions = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};

/** LCP in seconds; `kb`: transferred kilobytes. */
export type Visit = { lcp: number; cls: number; kb: number };

/** Opens a page in a new tab of the emulated phone. Returns the result of `inspect`, and the metrics once the network is idle. */
export async function visit<Result>(
  context: BrowserContext,
  url: string,
  inspect: (page: Page) => Promise<Result>,
): Promise<Visit & { result: Result }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', screen);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', networkConditions);
  const eventTypes = ['largest-contentful-paint', 'layout-shift'];
  await session.send('PerformanceTimeline.enable', { eventTypes });
  let [paintedAt, cls, bytes] = [Number.NaN, 0, 0];
  session.on('PerformanceTimeline.timelineEventAdded', ({ event: { lcpDetails, layoutShiftDetails } }) => {
    if (lcpDetails) paintedAt = lcpDetails.renderTime || lcpDetails.loadTime;
    if (layoutShiftDetails && !layoutShiftDetails.hadRecentInput) cls += layoutShiftDetails.value;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(url, { waitUntil: 'commit' });
  const result = await inspect(page);
  await page.waitForLoadState('networkidle');
  const lcp = paintedAt - (await page.evaluate(() => performance.timeOrigin)) / 1000;
  await page.close();
  return { result, lcp, cls, kb: bytes / 1000 };
}

export function formatVisits(visits: Visit[]): string[] {
  const all = (select: keyof Visit, digits: number) =>
    spread(
      visits.map((each) => each[select]),
      digits,
    );
  return [`LCP ${all('lcp', 2)} s`, `CLS ${all('cls', 3)}`, `${all('kb', 0)} KB`];
}
