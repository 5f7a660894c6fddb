import { carousel, section, wake } from './support/landing.ts';
import { expect, test } from './support/test.ts';

test('[LND-00] [LND-01] [LND-02] [LND-03] eleven sections in the order of the specification; two slides in the banner; where their links lead', async ({
  page,
}) => {
  await page.goto('/');
  const headings = await page
    .locator('main section')
    .evaluateAll((all) => all.map((each) => each.querySelector('h1, h2')?.textContent));
  expect(headings).toEqual([
    'Donate blood, save life',
    'JOIN WITH US AND SAVE LIFE',
    'Our Campaigns',
    'What came of it so far',
    'Awesome Words From Donors',
    'How a donation goes, from the door to the biscuits',
    'Who We Are?',
    'Photo Gallery',
    'Request Appointment',
    'We are helping people from 40 years',
    'Our Sponsors',
  ]);
  const banner = carousel(page, 'Why to donate');
  await wake(banner);
  const second = page.getByRole('heading', { name: 'donate your blood and inspire others' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Donate blood, save life');
  await expect(second).not.toBeInViewport();
  await banner.getByRole('button', { name: 'Next' }).click();
  await expect(second).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'Donate Now' }).click();
  const form = page.locator('#request-appointment');
  await expect(form.locator('[name=name]')).toBeFocused();
  await expect(form.locator('[name=name]')).toBeInViewport();

  await page.goto('/');
  await page.getByRole('link', { name: 'join with us' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await page.goto('/');
  await page.getByRole('link', { name: 'Load All campaigns' }).click();
  await expect(page).toHaveURL(/\/campaign$/);
  await page.goto('/');
  const strip = section(page, 'JOIN WITH US AND SAVE LIFE');
  await strip.getByRole('link', { name: 'Become volunteer' }).click();
  await expect(page).toHaveURL(/\/about#our-volunteers$/);
  await expect(page.getByRole('heading', { name: 'Our Volunteers' })).toBeInViewport();
});

test('[LND-01] join with us leads a member to the dashboard', async ({ page, signedIn }) => {
  expect(signedIn.email).toBeTruthy();
  await page.goto('/');
  const link = page.getByRole('link', { name: 'join with us' });
  await expect(link).toHaveAttribute('href', '/dashboard/appointments');
  await link.click();
  await expect(page).toHaveURL(/\/dashboard\/appointments$/);
});

const figures = { awards: '1346', recipients: '3568', donors: '3235', 'success smile': '2578' };

test('[LND-04] the figures are in the page and count up over two seconds when first seen', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const seen: [number, string][] = [];
    Object.assign(window, { seen });
    addEventListener('DOMContentLoaded', () => {
      new MutationObserver((changes) => {
        for (const { target } of changes)
          if (
            target instanceof Element &&
            target.matches('[data-counter]') &&
            target.nextSibling?.textContent === 'awards'
          )
            seen.push([performance.now(), target.textContent]);
      }).observe(document, { childList: true, subtree: true });
    });
  });
  const html = await (await page.request.get('/')).text();
  for (const figure of Object.values(figures)) expect(html).toContain(figure);
  // The page's own clock: a busy machine counts late.
  await page.clock.install();
  await page.goto('/');
  const band = section(page, 'What came of it so far');
  await wake(carousel(page, 'Why to donate'));
  const seen = () => page.evaluate(() => (window as unknown as { seen: [number, string][] }).seen);
  expect(await seen()).toEqual([]);
  await page.clock.pauseAt(Date.now() + 10_000);
  await band.scrollIntoViewIfNeeded();
  const last = async () => {
    await page.clock.runFor(50);
    return (await seen()).at(-1)?.[1];
  };
  await expect.poll(last, { intervals: [0] }).toBe('1346');
  const steps = await seen();
  const counted = steps.map(([, text]) => Number(text));
  expect(counted[0]).toBeLessThan(200);
  expect(counted).toEqual(counted.toSorted((a, b) => a - b));
  const took = (steps.at(-1)?.[0] ?? 0) - (steps[0]?.[0] ?? 0);
  expect(took).toBeGreaterThan(1700);
  expect(took).toBeLessThan(2600);
  for (const [name, figure] of Object.entries(figures))
    await expect(band.getByRole('listitem').filter({ hasText: name })).toHaveText(`${figure}${name}`);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('[LND-04] the figures stand still', async ({ page }) => {
    await page.goto('/');
    await wake(carousel(page, 'Our Campaigns'));
    const counter = page.locator('[data-counter]').first();
    await counter.evaluate((element) => {
      new MutationObserver(() => element.setAttribute('data-changed', '')).observe(element, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await counter.scrollIntoViewIfNeeded();
    await wake(carousel(page, 'Our Sponsors'));
    await expect(counter).toHaveText('1346');
    await expect(counter).not.toHaveAttribute('data-changed');
  });
});

test('[LND-06] [LND-07] [LND-13] three steps, who we are, and what the community claims', async ({
  page,
}) => {
  await page.goto('/');
  const steps = section(page, 'How a donation goes').getByRole('listitem');
  await expect(steps).toHaveCount(3);
  for (const [index, step] of (await steps.all()).entries()) {
    await expect(step).toContainText(String(index + 1));
    await expect(step.getByRole('heading')).toBeVisible();
    const picture = step.locator('img');
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  }
  await expect(steps.nth(1)).toContainText('6-10 minutes');
  const who = section(page, 'Who We Are?');
  await expect(who).toContainText('40 years');
  await expect(who).toContainText('sixty thousand');
  await expect(who).toContainText('donor centres');
});
