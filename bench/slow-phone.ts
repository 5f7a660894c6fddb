import type { BrowserContext, Locator, Page } from '@playwright/test';

/** Opens a page with a CPU that is four times slower and, optionally, Lighthouse's mobile network; it records its times. */
export async function openSlowPage(context: BrowserContext, { slowNetwork = false } = {}) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await session.send('Network.enable');
  if (slowNetwork)
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 562.5,
      downloadThroughput: (1474.56 * 1024) / 8,
      uploadThroughput: (675 * 1024) / 8,
    });
  await page.addInitScript(recordTimes);
  return { page, session };
}

/**
 * Returns the longest time from a tap or a key until the next paint while `use` runs, in ms, as Interaction to Next Paint
 * counts it.
 */
export async function measureInteraction(page: Page, use: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => interactionTimes.splice(0));
  await use();
  return await page.evaluate(waitForPaint);
}

/** Replaces the text of a field, key by key. */
export async function typeText(field: Locator, text: string): Promise<void> {
  await field.selectText();
  await field.page().keyboard.type(text);
}

declare global {
  var interactionTimes: number[];
  /** Time of the largest paint, ms after the start of the navigation. */
  var largestPaint: number;
  /** What tasks took beyond 50 ms each. */
  var blockingMs: number;
}

/** Runs in the page. Durations of interactions are multiples of 8 ms; those below 16 ms are not reported. */
function recordTimes(): void {
  Object.assign(globalThis, { interactionTimes: [], largestPaint: 0, blockingMs: 0 });
  const observe = (type: string, record: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({
      type,
      buffered: true,
      durationThreshold: 16,
    } as PerformanceObserverInit);
  observe('event', (entry) => {
    if ((entry as PerformanceEventTiming).interactionId) interactionTimes.push(entry.duration);
  });
  observe('largest-contentful-paint', ({ startTime }) => {
    globalThis.largestPaint = startTime;
  });
  observe('longtask', ({ duration }) => {
    globalThis.blockingMs += duration - 50;
  });
}

/** Runs in the page. Resolves with the longest recorded interaction, once its paint has been reported. */
const waitForPaint = () =>
  new Promise<number>((report) =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => requestIdleCallback(() => report(Math.max(0, ...interactionTimes)))),
    ),
  );
