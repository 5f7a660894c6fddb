import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** The phone and the line of Lighthouse 13's mobile runs, held by the browser itself. Times in ms, sizes in CSS pixels. */
const screen = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true };
const slowDown = 4;
const line = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};

/** A new tab of that phone, on that line. */
export async function openPhone(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', screen);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', line);
  return page;
}

/** Forgets every file that was fetched; what pages have stored stays. */
export async function emptyCache(context: BrowserContext): Promise<void> {
  await withTab(context, (_, session) => session.send('Network.clearBrowserCache'));
}

/** Leaves in the cache what every member's browser fetched as they signed in, and nothing else. */
export async function cacheOfSignIn(context: BrowserContext, url: string): Promise<void> {
  await emptyCache(context);
  await withTab(context, async (page) => {
    await page.goto(`${url}/login`);
    // Who is signed in already is led on, once the identity provider has said so.
    await page.waitForURL(`${url}/`);
    await page.waitForLoadState('networkidle');
  });
}

/** Leaves in the cache what an earlier visit to the gallery fetched; all its photos are new by now. */
export async function cacheOfEarlierVisit(context: BrowserContext, url: string): Promise<void> {
  await emptyCache(context);
  await withTab(context, async (page) => {
    await page.route('**/images/**', (route) => route.abort());
    await page.goto(`${url}/dashboard/gallery`);
    await page.waitForLoadState('networkidle');
  });
}

async function withTab(
  context: BrowserContext,
  act: (page: Page, session: CDPSession) => Promise<unknown>,
): Promise<void> {
  const page = await context.newPage();
  await act(page, await context.newCDPSession(page));
  await page.close();
}
