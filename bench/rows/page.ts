import { chromium } from '@playwright/test';
import { browserLaunch } from '../../e2e/support/browser.ts';
import { type Measurement, spreadOf } from '../measure.ts';
import { startMeasuredSite } from '../system.ts';

const paths = ['/', '/about', '/blogs', '/login'];

/** 1.5 Mbit/s down, 0.7 Mbit/s up, and a latency of 562.5 ms for each request. */
const network = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};

declare global {
  /**
   * Times in ms. `lcp`: time of the largest paint. `blocking`: sum of each long task's excess over 50 ms.
   * `tap`: longest time from a tap to the next paint.
   */
  var times: { lcp: number; blocking: number; tap: number };
}

/** Loads public pages with an empty cache, on Lighthouse's mobile device and network. */
export const page: Measurement = async ({ rounds }) => {
  await using site = await startMeasuredSite({}, { allCores: true });
  await using browser = await chromium.launch(await browserLaunch());

  /** Opens a page, then taps the menu. */
  async function visit(path: string) {
    const viewport = { width: 412, height: 823 };
    await using context = await browser.newContext({ baseURL: site.url, viewport, hasTouch: true });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
    let kb = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (kb += encodedDataLength / 1000));
    await page.addInitScript(recordTimes);
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Menu', exact: true }).tap();
    await page.waitForFunction(() => times.tap > 0);
    return { ...(await page.evaluate(() => times)), kb };
  }

  return await Array.fromAsync(paths, async (path) => {
    const figure = spreadOf(await Array.fromAsync({ length: rounds }, () => visit(path)));
    const paints = `LCP ${figure('lcp')} ms, blocking ${figure('blocking')} ms`;
    const tap = `first tap until the next paint ${figure('tap')} ms`;
    return { label: path, figures: [`${figure('kb')} KB`, paints, tap] };
  });
};

/** Runs in the page. Durations of taps are multiples of 8 ms. */
function recordTimes(): void {
  globalThis.times = { lcp: 0, blocking: 0, tap: 0 };
  const observe = (type: string, record: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({
      ...{ type, buffered: true, durationThreshold: 16 },
    });
  observe('largest-contentful-paint', ({ startTime }) => (times.lcp = startTime));
  observe('longtask', ({ duration }) => (times.blocking += duration - 50));
  observe('event', (entry) => {
    if ('interactionId' in entry && entry.interactionId) times.tap = Math.max(times.tap, entry.duration);
  });
}
