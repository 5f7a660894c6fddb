import { randomUUID } from 'node:crypto';
import { chromium } from '@playwright/test';
import encodeQR from 'qr';
import { utcDay } from '../../contract/days.ts';
import { browserLaunch } from '../../e2e/support/browser.ts';
import { registerMember, signInThroughApi } from '../../e2e/support/member.ts';
import { addCenterToday, giveRole, giveSecondFactor, openDatabase } from '../../e2e/support/staff.ts';
import { systemClock } from '../../platform/time.ts';
import { createPasses } from '../../server/features/passes/passes.ts';
import { type Measurement, percentile, type Row, spread } from '../measure.ts';
import { createMembers, openStorage } from '../members.ts';
import { type MeasuredSite, startMeasuredSite } from '../system.ts';
import { postOf, requestBytes, runLoad } from '../wrk.ts';

const LIST_LENGTH = 10_000;
const SCANS = 100;

/** Measures scans on a slow phone without a connection, and how many check-ins a site accepts. */
export const door: Measurement = async (options) => {
  await using site = await startMeasuredSite({}, { allCores: true });
  await using browser = await chromium.launch(await browserLaunch());
  using database = openDatabase(site.dataDir);
  const donors = Array.from({ length: LIST_LENGTH }, (_, n) => ({ name: `Donor number ${n} of the day` }));
  const ids = addCenterToday(database, [], donors);
  const passes = await signPasses(site, ids.slice(0, SCANS));
  const scans: number[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    const viewport = { width: 360, height: 740 };
    await using context = await browser.newContext({ baseURL: site.url, viewport });
    const member = await registerMember(context.request);
    giveRole(database, member.email, 'door', 'c1');
    await signInThroughApi(context, site, member);
    giveSecondFactor(site.dataDir);
    const page = await context.newPage();
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(replaceCamera);
    const decoder = page.waitForResponse(/decode-frame/);
    await page.goto('/staff/today');
    await decoder;
    await page.locator('main section li').first().waitFor();
    await page.getByRole('link', { name: 'Scan passes' }).click();
    await page.locator('video').waitFor();
    await context.setOffline(true);
    const times = await Array.fromAsync(passes, (squares, n) =>
      page.evaluate(measureScan, { name: `${donors[n]?.name}`, squares }),
    );
    scans.push(percentile(times, 0.95));
  }
  return [
    await measureCheckIns(options.seconds),
    {
      label: `frame with a pass until its verdict, offline, list of ${LIST_LENGTH}, CPU 4 times slower`,
      figures: [`p95 of ${SCANS} passes ${spread(scans)} ms`],
    },
  ];
};

/** The rate of check-ins per second, higher than the site accepts. */
const MAX_CHECK_INS = 2000;
const DEVICES = 32;

/** Measures check-ins. Each adds a row to the staff log, whose rows form one chain. */
async function measureCheckIns(seconds: number): Promise<Row> {
  await using site = await startMeasuredSite();
  const members = await createMembers(site, DEVICES);
  using database = openDatabase(site.dataDir);
  const staff = members.map(({ email }) => ({ email, role: 'door' }));
  const donors = Array.from({ length: MAX_CHECK_INS * seconds }, (_, n) => ({ name: `Donor ${n}` }));
  const requests = addCenterToday(database, staff, donors).map((id, n) => {
    const body = { status: 'arrived', at: new Date().toISOString(), operationId: randomUUID() };
    const authorization = `Bearer ${members[n % DEVICES]?.token}`;
    const url = `${site.url}/api/staff/appointments/${id}/status`;
    return requestBytes(url, { ...postOf(body, { authorization }), method: 'PUT' });
  });
  const result = await runLoad(site, { requests, once: true, connections: DEVICES, seconds });
  return {
    label: `check-ins of ${DEVICES} devices that do not pause`,
    figures: [`${(result.requests / result.seconds).toFixed(0)} a second`, `p99 ${result.p99.toFixed(0)} ms`],
  };
}

/** Returns the QR codes of passes, row by row. Dark squares are true. */
async function signPasses(site: MeasuredSite, ids: string[]): Promise<boolean[][][]> {
  await using storage = await openStorage(site);
  const { sign } = createPasses({ ...storage, clock: systemClock });
  return await Array.fromAsync(ids, async (id) => {
    const token = await sign({ id, day: utcDay(Date.now()), center_id: 'c1' });
    return encodeQR(token ?? '', 'raw', { ecc: 'medium', border: 4 });
  });
}

declare global {
  var camera: HTMLCanvasElement;
}

/** Runs in the page. Makes its camera show a canvas of 1280 x 720 pixels. */
function replaceCamera(): void {
  globalThis.camera = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
  camera.getContext('2d');
  navigator.mediaDevices.getUserMedia = async () => camera.captureStream(30);
}

/**
 * Runs in the page. Shows a pass, 4 pixels for each square. Returns the time in ms until the result names its
 * donor.
 */
async function measureScan({ name, squares }: { name: string; squares: boolean[][] }): Promise<number> {
  const context = camera.getContext('2d') as CanvasRenderingContext2D;
  context.resetTransform();
  context.fillStyle = '#777';
  context.fillRect(0, 0, camera.width, camera.height);
  // Wait randomly, so that the pass appears at any point between two frames that the page reads.
  await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 300));
  context.translate(640, 360);
  context.rotate((Math.random() - 0.5) * 0.5);
  for (const [y, row] of squares.entries())
    for (const [x, isDark] of row.entries()) {
      context.fillStyle = isDark ? '#222' : '#eee';
      context.fillRect((x - squares.length / 2) * 4, (y - squares.length / 2) * 4, 4.3, 4.3);
    }
  const start = performance.now();
  const verdict = () => document.querySelector('main [role="status"] strong')?.parentElement?.textContent;
  while (!verdict()?.includes(name) && performance.now() - start < 5000)
    await new Promise(requestAnimationFrame);
  return performance.now() - start;
}
