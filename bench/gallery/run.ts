// npm run bench:gallery [-- --runs 5 --photos 1000]: how fast a member's phone shows the gallery; medians.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, request } from '@playwright/test';
import { freePort } from '#platform/testing/ports.ts';
import { browserLaunch } from '../../e2e/support/browser.ts';
import { signIn } from '../../e2e/support/member.ts';
import { startSite } from '../../e2e/support/site.ts';
import { buildSite } from '../../scripts/set-up/site.mjs';
import { spread } from '../figures.ts';
import { openLighthouse, type Report } from '../lighthouse/tool.ts';
import { fillGallery } from './fill.ts';
import { firstRowSeen } from './first-row.ts';
import { cacheOfEarlierVisit, cacheOfSignIn, emptyCache } from './phone.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    photos: { type: 'string', default: '1000' },
    pictures: { type: 'string', default: '30' },
  },
});
const runs = Number(values.runs);
const columns = [
  'first row seen, s',
  'Lighthouse performance',
  'FCP, s',
  'LCP, s',
  'TBT, ms',
  'CLS',
  'Speed Index, s',
];

await buildSite();
const lighthouse = await openLighthouse();
const site = await startSite({ RATE_LIMIT_SCALE: '100000' });
const profile = mkdtempSync(join(tmpdir(), 'blood-buddies-profile-'));
const port = await freePort();
const launch = await browserLaunch();
const context = await chromium.launchPersistentContext(profile, {
  ...launch,
  args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
  baseURL: site.url,
  viewport: null,
});
try {
  const calls = await request.newContext({ baseURL: site.url });
  const size = { photos: Number(values.photos), pictures: Number(values.pictures) };
  const member = await fillGallery(calls, size);
  await calls.dispose();
  const page = await context.newPage();
  await signIn(page, member);
  await page.close();

  console.log(`| ${values.photos} photos, median (least-most) of ${runs} | ${columns.join(' | ')} |`);
  console.log(`|---|${columns.map(() => '---|').join('')}`);
  const gallery = `${site.url}/dashboard/gallery`;
  console.log(await row('was here before', gallery, (tabs) => cacheOfEarlierVisit(tabs, site.url)));
  console.log(await row('just signed in', gallery, (tabs) => cacheOfSignIn(tabs, site.url)));
  console.log(await row('nothing in the cache', gallery, emptyCache));
} finally {
  await context.close();
  await site.stop();
  rmSync(profile, { recursive: true, force: true });
}

async function row(
  name: string,
  url: string,
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<string> {
  const seen: number[] = [];
  const reports: Report[] = [];
  for (let run = 0; run < runs; run += 1) {
    await prepare(context);
    seen.push(await firstRowSeen(context, url));
    await prepare(context);
    reports.push(await lighthouse(url, port, 'mobile', { keepStorage: true }));
  }
  const seconds = (audit: string) =>
    spread(
      reports.map((report) => numeric(report, audit) / 1000),
      2,
    );
  return `| ${[
    name,
    spread(
      seen.map((time) => time / 1000),
      2,
    ),
    spread(
      reports.map((report) => (report.categories.performance?.score ?? Number.NaN) * 100),
      0,
    ),
    seconds('first-contentful-paint'),
    seconds('largest-contentful-paint'),
    spread(
      reports.map((report) => numeric(report, 'total-blocking-time')),
      0,
    ),
    spread(
      reports.map((report) => numeric(report, 'cumulative-layout-shift')),
      3,
    ),
    seconds('speed-index'),
  ].join(' | ')} |`;
}

function numeric({ audits }: Report, audit: string): number {
  return audits[audit]?.numericValue ?? Number.NaN;
}
