import { chromium, type Locator, type Page } from '@playwright/test';
import { fillForm, form, inDays, openForm } from '../../e2e/support/appointments.ts';
import { browserLaunch } from '../../e2e/support/browser.ts';
import { type Member, registerMember } from '../../e2e/support/member.ts';
import { waitUntilHydrated } from '../../e2e/support/navigation.ts';
import { fillCard, goodCard, pay, success } from '../../e2e/support/payment.ts';
import { type Measurement, spread } from '../measure.ts';
import { startMeasuredSite } from '../site.ts';
import { measureInteraction, openSlowPage, typeText } from '../slow-phone.ts';

type Measure = (control: string, use: () => Promise<unknown>) => Promise<void>;

/** How long a donor's slow phone takes to react to each control from the landing page to a paid appointment. */
export const interactions: Measurement = async ({ rounds }) => {
  await using site = await startMeasuredSite({}, { allCores: true });
  await using browser = await chromium.launch(await browserLaunch());
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    const viewport = { width: 360, height: 740 };
    await using context = await browser.newContext({ baseURL: site.url, viewport, hasTouch: true });
    const member = await registerMember(context.request);
    const page = await openSlowPage(context);
    await goThroughControls(page, member, async (control, use) => {
      times.set(control, [...(times.get(control) ?? []), await measureInteraction(page, use)]);
    });
  }
  return [
    {
      label: 'controls on a slow phone, from a tap or a key until the next paint',
      figures: [...times].map(([control, ms]) => `${control} ${spread(ms, 0)} ms`),
      target: 'at most 100 ms',
    },
  ];
};

async function goThroughControls(page: Page, member: Member, measure: Measure): Promise<void> {
  const main = page.getByRole('main');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const tap = (control: string, target: Locator) => measure(control, () => target.tap());
  const type = (control: string, target: Locator, text: string) =>
    measure(control, () => typeText(target, text));

  await page.goto('/');
  await waitUntilHydrated(button('Menu'));
  await tap('Menu', button('Menu'));
  await tap('Menu: Pages', button('Pages'));
  await tap('Menu: About Us', page.getByRole('dialog').getByRole('link', { name: 'About Us' }));
  await page.waitForURL('/about');

  await page.goto('/login');
  await type('Login: email', main.locator('[name="email"]'), member.email);
  await type('Login: password', main.locator('[name="password"]'), member.password);
  await tap('Login', main.locator('button[type="submit"]'));
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));

  await openForm(page);
  await type('Form: name', form(page).locator('[name="name"]'), 'Rahima Khatun');
  await measure('Form: blood group', () => form(page).locator('[name="bloodGroup"]').press('B'));
  await tap('Form: calendar', form(page).getByRole('button', { name: 'Choose the date in a calendar' }));
  await tap('Calendar: next month', button('Go to the Next Month'));
  await tap('Calendar: day', page.getByRole('gridcell').getByRole('button').nth(14));
  await fillForm(page, { date: inDays(20) });
  await tap('Submit', form(page).getByRole('button', { name: 'Submit', exact: true }));
  await tap('See your appointment', page.getByRole('link', { name: 'See your appointment' }));

  const card = page.getByRole('article').first();
  const dialog = page.getByRole('alertdialog');
  await tap('Change date', card.getByRole('button', { name: 'Change date' }));
  await type('Change date: date', page.getByRole('dialog').locator('[name="date"]'), inDays(25));
  await tap('Save new date', button('Save new date'));
  await tap('Cancel', card.getByRole('button', { name: 'Cancel' }));
  await tap('Cancel: No', dialog.getByRole('button', { name: 'No' }));
  await tap('Cancel: OK', dialog.getByRole('button', { name: 'OK' }));
  await tap('Pay', card.getByRole('link', { name: 'Pay $5' }));
  await type('Card number', page.locator('[name="cardNumber"]'), goodCard);
  await fillCard(page, goodCard);
  await tap('Pay $5', pay(page));
  await tap('Payment: OK', success(page).getByRole('button', { name: 'OK' }));
  await tap('Show pass', page.getByRole('link', { name: 'Show pass' }));
}
