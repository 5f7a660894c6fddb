import { type BrowserContext, chromium, type Page, request } from '@playwright/test';
import { browserLaunch } from '../../e2e/support/browser.ts';
import { registerMember, signIn } from '../../e2e/support/member.ts';
import { type Measurement, type Row, spread } from '../measure.ts';
import { formatVisits, type Visit, visit } from '../phone.ts';
import { createUploader, fetchBytes, photoOf } from '../pictures.ts';
import { type MeasuredSite, startMeasuredSite } from '../site.ts';

const PHOTOS = 1000;
/** Number of different pictures; they are the first photos of the gallery. */
const PICTURES = 30;
const widths = [162, 324, 486, 640, 810, 972];

/** Fills the browser cache by an earlier visit to the gallery without its pictures. */
async function visitBefore(page: Page): Promise<void> {
  await page.route('**/images/**', (route) => route.abort());
  await page.goto('/dashboard/gallery');
  await page.waitForLoadState('networkidle');
}

const caches = { returning: visitBefore, 'empty cache': async () => {} };

/** How fast a member's slow phone shows the gallery. */
export const gallery: Measurement = async ({ rounds }) => {
  await using site = await startMeasuredSite({}, { allCores: true });
  await using browser = await chromium.launch(await browserLaunch());
  const context = await browser.newContext({ baseURL: site.url, viewport: null });
  await signInWithPhotos(context, site);
  const rows: Row[] = [];
  for (const [cache, fillCache] of Object.entries(caches)) {
    const visits: (Visit & { result: number })[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const page = await context.newPage();
      await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
      await fillCache(page);
      await page.close();
      visits.push(await visit(context, `${site.url}/dashboard/gallery`, waitForFirstRow));
    }
    const shown = visits.map(({ result }) => result / 1000);
    rows.push({
      label: `gallery of ${PHOTOS} photos on a slow phone, ${cache}`,
      figures: [`first row of photos shown after ${spread(shown, 2)} s`, ...formatVisits(visits)],
    });
  }
  return rows;
};

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

/** Signs in a member who has added all photos, with all variants generated before. */
async function signInWithPhotos(context: BrowserContext, { url }: MeasuredSite): Promise<void> {
  await using calls = await request.newContext({ baseURL: url });
  const member = await registerMember(calls);
  const upload = await createUploader(url, member.accessToken);
  const urls: string[] = [];
  for (let n = 0; n < PICTURES; n += 1) {
    const { url } = await upload(await photoOf(1500, n % 2 ? 2000 : 1125));
    urls.push(url);
    await Promise.all(widths.map((width) => fetchBytes(`${url}?auto=format&w=${width}`)));
  }
  for (let n = 0; n < PHOTOS; n += 1) {
    const data = { img: urls[n % PICTURES], title: `Photo ${n}` };
    const headers = { authorization: `Bearer ${member.accessToken}` };
    const response = await calls.post('/api/photo', { headers, data });
    if (!response.ok()) throw new Error(`Adding a photo failed with ${response.status()}.`);
  }
  const page = await context.newPage();
  await signIn(page, member);
  await page.close();
}
