import type { Page } from '@playwright/test';
import { utcDay } from '#contract/days.ts';
import { publicPages } from '#contract/site.ts';
import { days } from '#platform/time.ts';
import { expectAccessible } from './support/accessible.ts';
import { button } from './support/account.ts';
import { fillForm, form, openForm, submit } from './support/appointments.ts';
import { confirmEmail, registerMember, signInThroughApi } from './support/member.ts';
import { readOutbox } from './support/outbox.ts';
import { giveRole, giveSecondFactor, openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { createPhoto } from './support/uploads.ts';

// Its own site, because other journeys expect the content of the specification.
test.use({ siteSettings: {} });

const main = (page: Page) => page.getByRole('main');
const inDays = (count: number) => utcDay(Date.now() + days(count));

/** Fills in the open form of a kind of content, and publishes it. */
async function publish(page: Page, values: Record<string, string>, picture?: string): Promise<void> {
  if (picture) {
    await main(page)
      .locator('input[type=file]')
      .setInputFiles(await createPhoto('photo.jpg'));
    await main(page).locator('[name="alt.fr"]').fill(picture);
  }
  for (const [name, value] of Object.entries(values)) {
    const field = main(page).locator(`[name="${name}"]`);
    if (await field.evaluate((element) => element.matches('select'))) await field.selectOption(value);
    else await field.fill(value);
  }
  await expectAccessible(page);
  await button(page, 'Publish').click();
  await expect(main(page).getByRole('status').filter({ hasText: 'Published.' })).toBeVisible();
}

/** Expects neither the name nor a price of the default site, apart from what visitors do not see. */
function expectOwn(text: string, name: string): void {
  expect(text, name).not.toContain('Blood Buddies');
  expect(text.replace(/<script.*?<\/script>|<!--.*?-->/gs, ''), name).not.toMatch(/\$|\busd\b/i);
}

const items: [kind: string, values: Record<string, string>, picture?: string][] = [
  [
    'page/new?draft=terms',
    { 'title.fr': 'Conditions', 'body.fr': '# Avant le don\n\n[Nos centres](/centers)' },
  ],
  ['page/new?draft=privacy', { 'title.fr': 'Confidentialité', 'body.fr': 'Nous gardons peu.' }],
  [
    'campaign/new',
    {
      'title.fr': 'Le bus',
      'detail.fr': 'Venez nombreux, mangez avant.',
      slug: 'bus',
      date: inDays(9),
      'place.fr': 'Gare de Dakar',
    },
    'Le bus devant la gare',
  ],
  [
    'campaign/new',
    {
      'title.fr': 'Semaine du don',
      'detail.fr': 'Chaque jour une autre faculté.',
      slug: 'semaine',
      duration: 'several',
      from: inDays(20),
      until: inDays(24),
      'place.fr': 'Université',
    },
  ],
  ['post/new', { 'title.fr': 'Merci !', 'body.fr': 'Merci à **tous**.', slug: 'merci', date: '2026-11-20' }],
  ['team-card/new', { 'name.fr': 'Awa Diop', 'role.fr': 'Médecin' }],
];

test("an owner makes 'Donneurs de Sang Dakar' of a new site by pages alone", async ({
  page,
  site,
  request,
}) => {
  const owner = await registerMember(request);
  const donor = await registerMember(request);
  const heading = page.getByRole('heading', { level: 1 });

  await test.step('the owner enters what the site is, in French', async () => {
    {
      using database = openDatabase(site.dataDir);
      giveRole(database, owner.email, 'owner');
    }
    await signInThroughApi(page.context(), site, owner);
    giveSecondFactor(site.dataDir);
    await page.goto('/staff/site/region');
    await publish(page, {
      country: 'SN',
      timeZone: 'Africa/Dakar',
      weekStart: '1',
      reminderHour: '18',
      languages: 'fr, en',
    });
    await page.goto('/staff/site/identity');
    await main(page)
      .locator('input[type=file]')
      .setInputFiles(await createPhoto('logo.jpg', 600, 600));
    await expect(button(page, 'Remove the picture')).toBeVisible();
    await publish(page, {
      'name.fr': 'Donneurs de Sang Dakar',
      'shortName.fr': 'Dakar',
      'description.fr': 'Une communauté de donneurs de sang',
      accent: '#00706b',
    });
    await page.goto('/staff/site/contact');
    await publish(page, {
      email: 'bonjour@dakar.example',
      phone: '+221 33 123 45 67',
      'address.fr': 'Avenue Cheikh Anta Diop\nDakar',
      'hours.fr': 'Lundi à vendredi, 8 h – 17 h',
    });
    await page.goto('/staff/site/fee');
    await publish(page, { isFree: 'none' });
    await page.goto('/staff/site/counters');
    await publish(page, {
      '0.label.fr': 'donneurs',
      '0.source': 'donors',
      '1.label.fr': 'dons',
      '1.source': 'donations',
      '2.label.fr': 'rendez-vous',
      '2.source': 'appointments',
      '3.label.fr': 'poches',
      '3.value': '912',
    });
    await page.goto('/staff/site/landing');
    await publish(page, { 'texts.join.title.fr': 'REJOIGNEZ-NOUS' });
    for (const [address, values, picture] of items) {
      await page.goto(`/staff/site/${address}`);
      await publish(page, values, picture);
    }
    for (const kind of ['links', 'eligibility', 'sponsor/new', 'step/new']) {
      await page.goto(`/staff/site/${kind}`);
      await expect(button(page, 'Publish')).toBeVisible();
      await expectAccessible(page);
    }
    await page.goto('/staff/centers/new');
    await main(page).getByLabel('Name').fill('Centre de Dakar');
    await main(page).getByLabel('Address').fill('12 rue de Thiong, Dakar');
    await main(page).getByLabel('Time zone').fill('Africa/Dakar');
    await button(page, 'Add the center').click();
    await expect(heading).toHaveText('Centre de Dakar');
    await page.goto('/staff/site/campaign');
    await main(page).getByRole('link', { name: 'Le bus' }).click();
    await main(page).locator('[name="centerId"]').selectOption({ label: 'Centre de Dakar' });
    await publish(page, {});
    await page.goto('/staff');
    await expect(main(page)).toContainText('Your shift');
    await expect(main(page)).not.toContainText('Make it your site');
  });

  await test.step('a donor writes a phone number of the country, and pays nothing', async () => {
    await signInThroughApi(page.context(), site, donor);
    await openForm(page);
    await fillForm(page, { phone: '77 123 45 67', center: 'Centre de Dakar' });
    await form(page).locator('[name="date"]').fill(inDays(12));
    await submit(page);
    const requested = main(page).getByRole('region', { name: 'You have an appointment' });
    await expect(requested).toContainText('Centre de Dakar');
    await expect(requested).not.toContainText(/pay|\$/i);
    await page.goto('/dashboard/appointments');
    await expect(main(page)).toContainText('771234567');
    await expect(main(page).getByRole('link', { name: /pay/i })).toHaveCount(0);
    await confirmEmail(request, site, donor);
  });

  await test.step('nothing public, sent or installed shows the name or the price of the default site', async () => {
    const paths = [
      ...publicPages,
      ...['/p/terms', '/p/privacy', '/campaign/bus', '/campaign/semaine', '/blogs/merci'],
      ...['/campaign/bus/calendar.ics', '/blogs/feed.xml', '/site.webmanifest', '/sitemap.xml'],
    ];
    for (const path of paths) {
      const response = await request.get(path);
      expect(response.status(), path).toBe(200);
      expectOwn(await response.text(), path);
    }
    const headers = { authorization: `Bearer ${donor.accessToken}` };
    const [appointment] = await (
      await request.get('/api/appointments', { params: { email: donor.email }, headers })
    ).json();
    const calendar = await request.get(`/api/appointments/${appointment._id}/calendar.ics`, { headers });
    expectOwn(await calendar.text(), 'calendar');
    const emails = readOutbox(site.dataDir, '.eml');
    expect(emails.length).toBeGreaterThan(0);
    for (const email of emails) {
      expect(email).toContain('Donneurs de Sang Dakar');
      expect(email).toContain('Reply-To: bonjour@dakar.example');
      expectOwn(email, 'email');
    }
  });
});
