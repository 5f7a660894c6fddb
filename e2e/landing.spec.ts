import { carousel, section, slides, waitForCarousel } from './support/landing.ts';
import { waitUntilHydrated, waitUntilIdle } from './support/navigation.ts';
import { expect, test } from './support/test.ts';

test('[LND-00] [LND-01] [LND-02] [LND-03] [LND-06] [LND-07] [LND-13] the eleven sections have the specified order, texts and links', async ({
  page,
}) => {
  await page.goto('/');
  const headings = await page
    .locator('main section')
    .evaluateAll((all) => all.map((section) => section.querySelector('h1, h2')?.textContent));
  expect(headings).toEqual([
    'Donate blood, save life',
    'JOIN WITH US AND SAVE LIFE',
    'Our Campaigns',
    'Our results so far',
    'Awesome Words From Donors',
    'How a donation works, step by step',
    'Who We Are?',
    'Photo Gallery',
    'Request Appointment',
    'We are helping people from 40 years',
    'Our Sponsors',
  ]);
  const banner = carousel(page, 'Why donate');
  await waitForCarousel(banner);
  const second = page.getByRole('heading', { name: 'donate your blood and inspire others' });
  await expect(page.getByRole('heading', { name: 'Donate blood, save life' })).toBeVisible();
  await expect(second).not.toBeInViewport();
  await banner.getByRole('button', { name: 'Next' }).click();
  await expect(second).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'Donate Now' }).click();
  const form = page.locator('#request-appointment');
  await expect(form.locator('[name=name]')).toBeFocused();
  await expect(form.locator('[name=name]')).toBeInViewport();

  const steps = section(page, 'How a donation works').getByRole('listitem');
  await expect(steps).toHaveCount(3);
  for (const [index, step] of (await steps.all()).entries()) {
    await expect(step).toContainText(String(index + 1));
    await expect(step.getByRole('heading')).toBeVisible();
    const picture = step.locator('img');
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  }
  await expect(steps.nth(1)).toContainText('6-10 minutes');
  const whoWeAre = section(page, 'Who We Are?');
  for (const expectedText of ['40 years', 'sixty thousand', 'donor centres'])
    await expect(whoWeAre).toContainText(expectedText);

  await page.getByRole('link', { name: 'join with us' }).click();
  await expect(page).toHaveURL(/\/register$/);
  await page.goBack();
  await page.setViewportSize({ width: 360, height: 640 });
  for (const visit of ['first', 'second']) {
    await page.getByRole('link', { name: 'Load All campaigns' }).click();
    await expect(page).toHaveURL(/\/campaign#next-campaigns$/);
    const campaigns = page.getByRole('heading', { name: 'Our next campaigns' });
    await expect(campaigns, visit).toBeInViewport();
    await expect(campaigns, visit).toBeFocused();
    await page.goBack();
  }
  const strip = section(page, 'JOIN WITH US AND SAVE LIFE');
  await strip.getByRole('link', { name: 'Become volunteer' }).click();
  await expect(page).toHaveURL(/\/about#become-volunteer$/);
  await expect(page.getByRole('heading', { name: 'Become a volunteer' })).toBeInViewport();
});

const figures = { awards: '1346', recipients: '3568', donors: '3235', 'success smile': '2578' };

test('[LND-03] [LND-04] counters are in the HTML and count up for two seconds; reduced motion turns off counting and sliding', async ({
  page,
}) => {
  await test.step('with reduced motion', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    const campaigns = carousel(page, 'Our Campaigns');
    await waitForCarousel(campaigns);
    const [moved, slideWidth] = await campaigns.evaluate((element) => {
      element.querySelector<HTMLElement>('[aria-label=Next]')?.click();
      const { scrollLeft = 0, clientWidth = 0 } = element.querySelector('.bb-carousel-row') ?? {};
      return [scrollLeft, clientWidth] as const;
    });
    expect(moved).toBeGreaterThanOrEqual(slideWidth);
    await expect(slides(campaigns).filter({ hasText: 'The blood bus' })).toBeInViewport({ ratio: 0.5 });
    const counter = page.locator('[data-counter]').first();
    await counter.evaluate((element) => {
      new MutationObserver(() => element.setAttribute('data-changed', '')).observe(element, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    await counter.scrollIntoViewIfNeeded();
    await waitForCarousel(carousel(page, 'Our Sponsors'));
    await expect(counter).toHaveText('1346');
    await expect(counter).not.toHaveAttribute('data-changed');
    await page.emulateMedia({ reducedMotion: null });
  });

  const html = await (await page.request.get('/')).text();
  for (const figure of Object.values(figures)) expect(html).toContain(figure);
  // Uses the page's clock, because a busy machine counts too late.
  await page.clock.install();
  // Opening the same address again would restore the scroll position.
  await page.goto('about:blank');
  await page.goto('/');
  const band = section(page, 'Our results so far');
  // A figure that is visible before hydration does not count up.
  await waitUntilHydrated(band);
  await waitUntilIdle(page);
  await page.clock.pauseAt(Date.now() + 10_000);
  await band.scrollIntoViewIfNeeded();
  const awards = band.locator('[data-counter]').first();
  const readCounter = async () => {
    await page.clock.runFor(50);
    return Number(await awards.textContent());
  };
  // Counting starts when the counter becomes visible.
  await expect.poll(readCounter, { intervals: [0] }).toBeLessThan(1346);
  const steps = [await readCounter()];
  while (steps.at(-1) !== 1346 && steps.length < 60) steps.push(await readCounter());
  expect(steps[0]).toBeLessThan(400);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(steps.length * 50).toBeGreaterThan(1500);
  expect(steps.length * 50).toBeLessThan(2600);
  for (const [name, figure] of Object.entries(figures))
    await expect(band.getByRole('listitem').filter({ hasText: name })).toHaveText(`${figure}${name}`);
});
