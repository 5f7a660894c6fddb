import { chromium, type Locator } from '@playwright/test';
import { fillForm, form, inDays, openForm } from '../../e2e/support/appointments.ts';
import { browserLaunch } from '../../e2e/support/browser.ts';
import { registerMember, signInThroughApi } from '../../e2e/support/member.ts';
import { fillCard, goodCard, pay, success } from '../../e2e/support/payment.ts';
import { type Measurement, spread } from '../measure.ts';
import { startMeasuredSite } from '../site.ts';
import { measureInteraction, openSlowPage } from '../slow-phone.ts';

const paths = ['/', '/about', '/blogs', '/login'];

/** Public pages and a donor's way to a paid appointment on a slow phone. */
export const page: Measurement = async ({ rounds }) => {
  await using site = await startMeasuredSite({}, { allCores: true });
  await using browser = await chromium.launch(await browserLaunch());
  const phone = { baseURL: site.url, viewport: { width: 360, height: 740 }, hasTouch: true };

  /** Opens a page with an empty cache, then taps the menu. */
  async function visit(path: string) {
    await using context = await browser.newContext(phone);
    const opened = await openSlowPage(context, { slowNetwork: true });
    let bytes = 0;
    opened.session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await opened.page.goto(path, { waitUntil: 'networkidle' });
    const times = await opened.page.evaluate(() => ({ lcp: largestPaint, blocking: blockingMs }));
    const tap = await measureInteraction(opened.page, () =>
      opened.page.getByRole('button', { name: 'Menu', exact: true }).tap(),
    );
    return { ...times, tap, kb: bytes / 1000 };
  }

  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    await using context = await browser.newContext(phone);
    await signInThroughApi(context, site, await registerMember(context.request));
    const { page } = await openSlowPage(context);
    const tap = async (control: string, target: Locator) =>
      times.set(control, [...(times.get(control) ?? []), await measureInteraction(page, () => target.tap())]);
    await openForm(page);
    await fillForm(page, { date: inDays(20) });
    await tap('Submit', form(page).getByRole('button', { name: 'Submit', exact: true }));
    await tap('See your appointment', page.getByRole('link', { name: 'See your appointment' }));
    await tap('Pay', page.getByRole('article').first().getByRole('link', { name: 'Pay $5' }));
    await fillCard(page, goodCard);
    await tap('Pay $5', pay(page));
    await tap('OK', success(page).getByRole('button', { name: 'OK' }));
  }
  const visits = await Array.fromAsync(paths, async (path) => {
    const results = await Array.fromAsync({ length: rounds }, () => visit(path));
    const figure = (name: 'lcp' | 'blocking' | 'tap' | 'kb') =>
      spread(
        results.map((result) => result[name]),
        0,
      );
    return {
      label: `${path} on a slow phone`,
      figures: [
        `${figure('kb')} KB`,
        `LCP ${figure('lcp')} ms`,
        `blocking ${figure('blocking')} ms`,
        `first tap until the next paint ${figure('tap')} ms`,
      ],
    };
  });
  return [
    ...visits,
    {
      label: "a donor's taps on a slow phone, until the next paint",
      figures: [...times].map(([control, ms]) => `${control} ${spread(ms, 0)} ms`),
      target: 'at most 100 ms',
    },
  ];
};
