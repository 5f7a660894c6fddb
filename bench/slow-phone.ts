import type { BrowserContext, Locator, Page } from '@playwright/test';

/** Opens a page with a CPU that is four times slower, which records interactions. */
export async function openSlowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(recordInteractions);
  return page;
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
}

/** Runs in the page. Durations are multiples of 8 ms; those below 16 ms are not reported. */
function recordInteractions(): void {
  globalThis.interactionTimes = [];
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) interactionTimes.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Runs in the page. Resolves with the longest recorded interaction, once its paint has been reported. */
const waitForPaint = () =>
  new Promise<number>((report) =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => requestIdleCallback(() => report(Math.max(0, ...interactionTimes)))),
    ),
  );
