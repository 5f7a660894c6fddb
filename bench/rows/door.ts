import { type CDPSession, chromium } from '@playwright/test';
import encodeQR from 'qr';
import { utcDay } from '../../contract/days.ts';
import { browserLaunch } from '../../e2e/support/browser.ts';
import { registerMember, signInThroughApi } from '../../e2e/support/member.ts';
import { addCenterToday, giveSecondFactor, openDatabase } from '../../e2e/support/staff.ts';
import { systemClock } from '../../platform/time.ts';
import { createPasses } from '../../server/features/check-in/passes.ts';
import { type Measurement, percentile, spread } from '../measure.ts';
import { openStorage } from '../members.ts';
import { type MeasuredSite, startMeasuredSite } from '../site.ts';

const LIST_LENGTH = 10_000;
const SCANS = 100;
const SEARCHES = 40;
const CPU_SLOWDOWN = 4;

/** Check-in on a slow phone: search, and scans without a connection. */
export const door: Measurement = async ({ rounds }) => {
  await using site = await startMeasuredSite({}, { allCores: true });
  await using browser = await chromium.launch(await browserLaunch());
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 360, height: 740 } });
  const member = await registerMember(context.request);
  using database = openDatabase(site.dataDir);
  const donors = Array.from({ length: LIST_LENGTH }, (_, n) => ({ name: `Donor number ${n} of the day` }));
  const ids = addCenterToday(database, [{ ...member, role: 'door' }], donors);
  const passes = await signPasses(site, ids.slice(0, SCANS), donors);
  await signInThroughApi(context, site, member);
  giveSecondFactor(site.dataDir);
  await context.addInitScript(replaceCamera);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const [searches, scans]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const decoder = page.waitForResponse(/decode-frame/);
    await page.goto('/staff/today');
    await decoder;
    await page.locator('main section li').first().waitFor();
    await slowDown(session, CPU_SLOWDOWN);
    const names = Array.from({ length: SEARCHES }, (_, n) => `${donors[(n * 251) % LIST_LENGTH]?.name}`);
    searches.push(percentile(await page.evaluate(measureSearches, names), 0.95));
    await slowDown(session, 1);
    await page.getByRole('main').getByRole('searchbox').fill('');
    await page.getByRole('link', { name: 'Scan passes' }).click();
    await page.locator('video').waitFor();
    await context.setOffline(true);
    await slowDown(session, CPU_SLOWDOWN);
    scans.push(percentile(await page.evaluate(measureScans, passes), 0.95));
    await slowDown(session, 1);
    await context.setOffline(false);
    database.exec("update appointments set status = 'booked'; delete from status_changes");
    await page.evaluate(() => indexedDB.deleteDatabase('bloodBuddiesStaff'));
  }
  const where = `list of ${LIST_LENGTH.toLocaleString('en')}, CPU ${CPU_SLOWDOWN} times slower`;
  return [
    {
      label: `frame with a pass until its verdict, offline, ${where}`,
      figures: [`p95 of ${SCANS} passes ${spread(scans, 0)} ms`],
      target: 'p95 at most 300 ms',
    },
    {
      label: `search by name until the result is painted, ${where}`,
      figures: [`p95 of ${SEARCHES} searches ${spread(searches, 0)} ms`],
      target: 'p95 at most 100 ms',
    },
  ];
};

type Pass = { name: string; squares: boolean[][] };

async function signPasses(site: MeasuredSite, ids: string[], donors: { name: string }[]): Promise<Pass[]> {
  await using storage = await openStorage(site);
  const { sign } = createPasses({ ...storage, clock: systemClock });
  return await Array.fromAsync(ids, async (id, n) => {
    const token = (await sign({ id, day: utcDay(Date.now()), center_id: 'c1' })) ?? '';
    const squares = encodeQR(token, 'raw', { ecc: 'medium', border: 4 });
    return { name: donors[n]?.name ?? '', squares };
  });
}

const slowDown = (session: CDPSession, rate: number) =>
  session.send('Emulation.setCPUThrottlingRate', { rate });

type CameraWindow = Window & { camera: HTMLCanvasElement };

/** Makes the page's camera show a canvas of 1280 x 720 pixels. */
function replaceCamera(): void {
  const camera = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
  Object.assign(window, { camera });
  camera.getContext('2d');
  const getUserMedia = async () => camera.captureStream(30);
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } });
}

/** Shows each pass to the camera, 4 pixels for each square. Returns the times until its donor is in the verdict, in ms. */
async function measureScans(passes: Pass[]): Promise<number[]> {
  const { camera } = window as unknown as CameraWindow;
  const context = camera.getContext('2d') as CanvasRenderingContext2D;
  const frame = () => new Promise(requestAnimationFrame);
  const clear = () => {
    context.resetTransform();
    context.fillStyle = '#777';
    context.fillRect(0, 0, camera.width, camera.height);
  };
  const times: number[] = [];
  for (const { name, squares } of passes) {
    clear();
    // At any point of the interval between two frames that the page reads.
    const until = performance.now() + 300 + Math.random() * 300;
    while (performance.now() < until) await frame();
    context.translate(640, 360);
    context.rotate((Math.random() - 0.5) * 0.5);
    for (const [y, row] of squares.entries())
      for (const [x, isDark] of row.entries()) {
        context.fillStyle = isDark ? '#222' : '#eee';
        context.fillRect((x - squares.length / 2) * 4, (y - squares.length / 2) * 4, 4.3, 4.3);
      }
    const start = performance.now();
    while (
      !document.querySelector('main [role="status"] strong')?.parentElement?.textContent?.includes(name)
    ) {
      if (performance.now() - start > 5000) break;
      await frame();
    }
    times.push(performance.now() - start);
  }
  return times;
}

/** Returns the times from typing until the result is painted, in ms. */
async function measureSearches(names: string[]): Promise<number[]> {
  const input = document.querySelector('input[type="search"]') as HTMLInputElement;
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  const painted = () =>
    new Promise<void>((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(undefined);
      }),
    );
  const times: number[] = [];
  for (const name of names) {
    await painted();
    const start = performance.now();
    setValue?.call(input, name);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await painted();
    times.push(performance.now() - start);
    if (!document.querySelector('main section li')?.textContent?.includes(name))
      throw new Error(`No result for ${name}.`);
  }
  return times;
}
