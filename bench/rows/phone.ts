import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserLaunch } from '../../e2e/support/browser.ts';
import { registerMember, signInThroughApi } from '../../e2e/support/member.ts';
import { postOf } from '../load/connection.ts';
import { type Measurement, spreadOf } from '../measure.ts';
import { createUploader, fetchPicture, photoOf } from '../pictures.ts';
import { fetchJson, startMeasuredSite } from '../site.ts';

/** Device and network of Lighthouse 13's mobile runs, emulated by the browser. Times in ms, sizes in CSS pixels. */
const emulation = {
  'Emulation.setDeviceMetricsOverride': { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true },
  'Emulation.setTouchEmulationEnabled': { enabled: true },
  'Emulation.setCPUThrottlingRate': { rate: 4 },
  'Network.enable': {},
  'Network.emulateNetworkConditions': {
    offline: false,
    latency: 562.5,
    downloadThroughput: (1474.56 * 1024) / 8,
    uploadThroughput: (675 * 1024) / 8,
  },
  'PerformanceTimeline.enable': { eventTypes: ['largest-contentful-paint', 'layout-shift'] },
};

/** LCP in seconds; `kb`: transferred kilobytes; `shown`: what `waitUntilShown` returned. */
type Visit = { lcp: number; cls: number; kb: number; shown: number };

/** Opens a page in a new tab of the emulated phone, and returns the metrics once the network is idle. */
async function visit(
  context: BrowserContext,
  url: string,
  waitUntilShown = async (_: Page) => Number.NaN,
): Promise<Visit> {
  await using page = await context.newPage();
  const session = await context.newCDPSession(page);
  for (const [method, settings] of Object.entries(emulation))
    await session.send(method as never, settings as never);
  let [paintedAt, cls, bytes] = [Number.NaN, 0, 0];
  session.on('PerformanceTimeline.timelineEventAdded', ({ event: { lcpDetails, layoutShiftDetails } }) => {
    if (lcpDetails) paintedAt = lcpDetails.renderTime || lcpDetails.loadTime;
    if (layoutShiftDetails && !layoutShiftDetails.hadRecentInput) cls += layoutShiftDetails.value;
  });
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(url, { waitUntil: 'commit' });
  const shown = await waitUntilShown(page);
  await page.waitForLoadState('networkidle');
  const lcp = paintedAt - (await page.evaluate(() => performance.timeOrigin)) / 1000;
  return { lcp, cls, kb: bytes / 1000, shown };
}

const formatVisits = (visits: Visit[]): string[] => [
  `LCP ${spreadOf(visits, ({ lcp }) => lcp, 2)} s`,
  `CLS ${spreadOf(visits, ({ cls }) => cls, 3)}`,
  `${spreadOf(visits, ({ kb }) => kb, 0)} KB`,
];

/** The landing page on a slow phone, compared with the same page without JavaScript. */
export const landing: Measurement = async ({ rounds }) => {
  await using site = await startMeasuredSite({}, { allCores: true });
  await using browser = await chromium.launch(await browserLaunch());
  /** Opens it with an empty cache. */
  async function open(javaScriptEnabled: boolean): Promise<Visit> {
    await using context = await browser.newContext({ javaScriptEnabled });
    return await visit(context, site.url);
  }
  await open(true);
  const visits = await Array.fromAsync({ length: rounds }, async () => {
    const withScripts = await open(true);
    return { ...withScripts, ratio: withScripts.lcp / (await open(false)).lcp };
  });
  return [
    {
      label: 'landing page on a slow phone',
      against: 'the same without JavaScript',
      figures: [`LCP ratio ${spreadOf(visits, ({ ratio }) => ratio, 2)}`, ...formatVisits(visits)],
      target: 'LCP at most 1.1 times',
    },
  ];
};

const PHOTOS = 1000;
/** Number of different pictures; they are the first photos of the gallery. */
const PICTURES = 30;
const widths = [162, 324, 486, 640, 810, 972];

/** How fast a member's slow phone shows the gallery. */
export const gallery: Measurement = async ({ rounds }) => {
  await using site = await startMeasuredSite({}, { allCores: true });
  await using browser = await chromium.launch(await browserLaunch());
  const context = await browser.newContext({ baseURL: site.url, viewport: null });
  const member = await registerMember(context.request);
  await signInThroughApi(context, site, member);
  await addPhotos(site.url, member.accessToken);
  return await Array.fromAsync(['returning', 'empty cache'], async (cache) => {
    const visits = await Array.fromAsync({ length: rounds }, async () => {
      await prepareCache(context, cache === 'returning');
      return await visit(context, `${site.url}/dashboard/gallery`, waitForFirstRow);
    });
    return {
      label: `gallery of ${PHOTOS} photos on a slow phone, ${cache}`,
      figures: [
        `first row of photos shown after ${spreadOf(visits, ({ shown }) => shown / 1000, 2)} s`,
        ...formatVisits(visits),
      ],
    };
  });
};

/** Clears the browser cache; fills it by an earlier visit to the gallery, except with pictures. */
async function prepareCache(context: BrowserContext, hasVisited: boolean): Promise<void> {
  await using page = await context.newPage();
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
  if (!hasVisited) return;
  await page.route('**/images/**', (route) => route.abort());
  await page.goto('/dashboard/gallery', { waitUntil: 'networkidle' });
}

/** Time from the start of the navigation until every photo of the first row is shown, in ms; checked in every frame. */
async function waitForFirstRow(page: Page): Promise<number> {
  const seen = await page.waitForFunction(() => {
    const photos = [...document.querySelectorAll<HTMLImageElement>('main ul[aria-label="Photos"] img')];
    const tops = photos.map((photo) => photo.getBoundingClientRect().top);
    const row = photos.filter((_, n) => Math.abs((tops[n] ?? 0) - Math.min(...tops)) < 4);
    const isShown = row.length > 0 && row.every((photo) => photo.complete && photo.naturalWidth > 0);
    return isShown && performance.now();
  });
  return (await seen.jsonValue()) || Number.NaN;
}

/** Adds all photos, with all variants generated before. */
async function addPhotos(site: string, token: string): Promise<void> {
  const upload = await createUploader(site, token);
  const pictures = await Array.fromAsync({ length: PICTURES }, async (_, n) => {
    const picture = await upload(await photoOf(1500, n % 2 ? 2000 : 1125));
    await Promise.all(widths.map((width) => fetchPicture(`${picture}?auto=format&w=${width}`)));
    return picture;
  });
  for (let n = 0; n < PHOTOS; n += 1) {
    const photo = { img: pictures[n % PICTURES], title: `Photo ${n}` };
    await fetchJson(`${site}/api/photo`, postOf(photo, { authorization: `Bearer ${token}` }));
  }
}
