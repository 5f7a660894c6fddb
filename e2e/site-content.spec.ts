import type { Page } from '@playwright/test';
import { utcDay } from '#contract/days.ts';
import { days } from '#platform/time.ts';
import { expectAccessible } from './support/accessible.ts';
import { button, confirm, section } from './support/account.ts';
import { goOffline, goOnline } from './support/connection.ts';
import { registerMember, signInThroughApi } from './support/member.ts';
import { giveRole, openDatabase } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { createPhoto } from './support/uploads.ts';

// Uses its own site, because it changes the site's name.
test.use({
  siteSettings: {},
  expectedErrors: [/status of (409|422)|net::ERR|Blocked script execution in 'about:srcdoc'/],
});

const main = (page: Page) => page.getByRole('main');
const field = (page: Page, name: string) => main(page).getByLabel(name, { exact: true });
// The list of versions has a status too, while it loads.
const outcome = (page: Page) => main(page).getByRole('status').filter({ hasText: /\S/ }).first();
const state = (page: Page) => main(page).locator('h1 + p');

const drawing = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40"><circle cx="20" cy="20" r="18" fill="#123"/></svg>',
  ),
};

test('an owner names the site, and an editor writes, schedules, publishes and restores a campaign', async ({
  page,
  site,
  browser,
  request,
}) => {
  const [owner, editor] = [await registerMember(request), await registerMember(request)];
  using database = openDatabase(site.dataDir);
  giveRole(database, owner.email, 'owner');
  giveRole(database, editor.email, 'editor');
  await page.setViewportSize({ width: 360, height: 740 });
  await signInThroughApi(page.context(), site, owner);

  await test.step('the owner names the site in two languages, with the keyboard', async () => {
    await page.goto('/staff');
    await expect(section(page, 'Make it your site: 5 steps left').getByRole('link').first()).toHaveText(
      'The name of your community',
    );
    await section(page, 'Your shift').getByRole('link', { name: 'Your site' }).press('Enter');
    await expect(page).toHaveTitle('Your site | Blood Buddies');
    const name = main(page).getByRole('link', { name: 'Name, logo and color' });
    await expect(name).toContainText('Not changed yet');
    await expectAccessible(page);
    await name.press('Enter');
    await expect(field(page, 'Name of the site (English)')).toHaveValue('Blood Buddies');
    await field(page, 'Name of the site (English)').fill('Dakar Donors');
    await field(page, 'Short name (optional) (English)').fill('Far too long a name');
    await main(page).getByRole('button', { name: 'Bangla' }).press('Enter');
    await field(page, 'Name of the site (Bangla)').fill('ডাকার');
    await button(page, 'Publish').press('Enter');
    // The form shows the language of the error.
    await expect(field(page, 'Short name (optional) (English)')).toBeFocused();
    await expect(main(page)).toContainText('Use at most 12 characters');
    await expectAccessible(page);
    await field(page, 'Short name (optional) (English)').fill('Donors');
    await button(page, 'Show the page with this draft').press('Enter');
    const preview = main(page).frameLocator('iframe[title="Preview"]');
    await expect(preview.getByRole('contentinfo')).toContainText('Dakar Donors');
    await button(page, 'Desktop').press('Enter');
    await section(page, 'Preview').getByRole('button', { name: 'Bangla' }).press('Enter');
    await expect(preview.getByRole('contentinfo')).toContainText('ডাকার');
    await expectAccessible(page);
    await field(page, 'Name of the site (English)').fill('');
    await section(page, 'Preview').getByRole('button', { name: 'English' }).press('Enter');
    await expect(preview.getByRole('contentinfo')).toContainText('ডাকার');
    await field(page, 'Name of the site (English)').fill('Dakar Donors');
    await button(page, 'Publish').press('Enter');
    await expect(outcome(page)).toContainText('Published.');
    await expect(state(page)).toHaveText('Published');
    await expectAccessible(page);
    await main(page).getByRole('link', { name: 'See it on the site' }).press('Enter');
    await expect(page).toHaveTitle(/Dakar Donors/);
    await page.goto('/bn');
    await expect(page).toHaveTitle(/ডাকার/);
  });

  await test.step('the owner uploads a logo and chooses a color, which is readable in light and dark', async () => {
    await page.goto('/staff/site/identity');
    const logo = main(page).getByRole('group', { name: 'Logo (optional)' });
    await logo.locator('input').setInputFiles(await createPhoto('tiny.jpg', 400, 100));
    await expect(logo).toContainText('This picture is too small. Choose one of at least 192 by 192 pixels.');
    await expect(logo.getByRole('img', { includeHidden: true })).toHaveCount(0);
    await logo.locator('input').setInputFiles(drawing);
    await expect(logo.getByRole('button', { name: 'Remove the picture' })).toBeVisible();
    await expect(logo).not.toContainText('too small');
    await field(page, 'Color (optional)').fill('#ffd500');
    await expect(main(page)).toContainText('On light pages, text in this color is darkened to #816b00');
    await expect(main(page)).not.toContainText('On dark pages');
    await expectAccessible(page);
    await button(page, 'Show the page with this draft').press('Enter');
    const preview = main(page).frameLocator('iframe[title="Preview"]');
    const mark = preview.getByRole('banner').locator('img');
    await expect(mark).toHaveAttribute('src', /\?as=mark$/);
    await button(page, 'Publish').press('Enter');
    await expect(main(page).getByRole('status').filter({ hasText: 'Published.' })).toBeVisible();
  });

  await test.step('every page has the logo and the color from its first paint, and no other request', async () => {
    const read = () =>
      page.evaluate(() => {
        const style = getComputedStyle(document.documentElement);
        return ['red', 'on-red', 'red-ink'].map((name) => style.getPropertyValue(`--color-${name}`));
      });
    for (const path of ['/', '/bn/about', '/staff', '/dashboard/pass/any']) {
      await page.goto(path);
      expect(await read()).toEqual(['#a78b01', '#000000', '#816b00']);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await read()).toEqual(['#ffd500', '#000000', '#ffd500']);
      await page.emulateMedia({ media: 'print' });
      expect(await read()).toEqual(['#a78b01', '#000000', '#000']);
      await page.emulateMedia({ media: null, colorScheme: null });
      const mark = page.getByRole('banner').locator('img');
      await expect(mark).toHaveJSProperty('complete', true);
      expect(await mark.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBe(96);
    }
    await page.goto('/');
    await expectAccessible(page);
    const linked = await page
      .locator('link[rel="icon"], link[rel="apple-touch-icon"], meta[property="og:image"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? one.getAttribute('content') ?? ''));
    expect(linked).toHaveLength(4);
    for (const address of [...linked, '/favicon.ico']) {
      const response = await request.get(address);
      expect([response.status(), response.headers()['content-type']]).toEqual([
        200,
        address.endsWith('share') ? 'image/jpeg' : 'image/png',
      ]);
    }
  });

  await using context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'block' });
  const other = await context.newPage();
  await signInThroughApi(context, site, editor);

  await test.step('an editor reaches only the content', async () => {
    await other.goto('/staff');
    await expect(other.getByRole('navigation', { name: 'Staff' }).getByRole('link')).toHaveText([
      'Start',
      'Your site',
    ]);
    await other.getByRole('navigation', { name: 'Staff' }).getByRole('link', { name: 'Your site' }).click();
    await main(other).getByRole('link', { name: 'Campaigns' }).click();
    await expect(main(other)).toContainText('There is no campaign yet.');
    await expectAccessible(other);
  });

  await test.step('what prevents a publication is shown at each field, and nothing typed is lost', async () => {
    await main(other).getByRole('link', { name: 'Add a campaign' }).click();
    await field(other, 'Title (English)').fill('The blood bus');
    await expect(field(other, 'Last part of its address')).toHaveValue('the-blood-bus');
    await button(other, 'Publish').click();
    await expect(field(other, 'Text (English)')).toBeFocused();
    await expect(field(other, 'Day')).toHaveAccessibleDescription(
      'Enter a day, or the first and the last day',
    );
    await expect(other).toHaveURL(/\/staff\/site\/campaign\/(?!new)/);
    await expect(field(other, 'Title (English)')).toHaveValue('The blood bus');
    await expectAccessible(other);
  });

  await test.step('the campaign is scheduled, and published at its time', async () => {
    await field(other, 'Text (English)').fill('We come to you.');
    await field(other, 'Day').fill(utcDay(Date.now() + days(20)));
    await field(other, 'Place (English)').fill('River Road');
    await button(other, 'Publish at a later time').click();
    await button(other, 'Schedule').click();
    await expect(field(other, 'Publish at')).toBeFocused();
    await expect(field(other, 'Publish at')).toHaveAccessibleDescription(/Asia\/Dhaka.*in the future/);
    await field(other, 'Publish at').fill(`${utcDay(Date.now() + days(9))}T09:00`);
    await button(other, 'Schedule').click();
    await expect(outcome(other)).toContainText(/Scheduled for .*09:00\./);
    await expectAccessible(other);
    database.prepare('update content set publish_at = 1 where publish_at is not null').run();
    const readCampaigns = async () => (await (await request.get('/api/site')).json()).campaign;
    await expect.poll(readCampaigns).toMatchObject([{ title: { en: 'The blood bus' } }]);
    await other.reload();
    await expect(state(other)).toHaveText('Published');
  });

  await test.step('a draft that could not be sent stays in the tab', async () => {
    await field(other, 'Time (optional)').fill('9:00 am - 1:00 pm');
    await goOffline(context);
    await button(other, 'Save draft').click();
    await expect(main(other).getByRole('alert')).toContainText(['What you typed stays in this tab.']);
    await main(other).getByRole('link', { name: 'All: Campaigns' }).click();
    await expect(other.getByRole('alertdialog')).toContainText('Leave without saving?');
    await confirm(other, 'Yes');
    await goOnline(context);
    await main(other).getByRole('link', { name: 'The blood bus' }).click();
    await expect(field(other, 'Time (optional)')).toHaveValue('');
    await expectAccessible(other);
    await button(other, 'Continue with it').click();
    await expect(field(other, 'Time (optional)')).toHaveValue('9:00 am - 1:00 pm');
  });

  await test.step('a change from a second tab is compared, and neither is lost', async () => {
    const second = await context.newPage();
    await second.goto(new URL(other.url()).pathname);
    await field(second, 'Title (English)').fill('The big bus');
    await button(second, 'Publish').click();
    await expect(outcome(second)).toContainText('Published.');
    await second.close();
    await button(other, 'Save draft').click();
    const conflict = section(other, 'This was changed elsewhere');
    await expect(conflict.getByRole('heading')).toBeFocused();
    await expect(conflict).toContainText(
      /Title \(English\)\s*Saved elsewhere\s*The big bus\s*Typed by you\s*The blood bus/,
    );
    await expectAccessible(other);
    await conflict.getByRole('button', { name: 'Save what I typed' }).click();
    await expect(outcome(other)).toContainText('Your draft is saved.');
    await expect(state(other)).toHaveText('Published, with a draft that is not published');
    await button(other, 'Discard the draft').click();
    await confirm(other, 'Discard it');
    await expect(field(other, 'Title (English)')).toHaveValue('The big bus');
    await expect(field(other, 'Time (optional)')).toHaveValue('');
  });

  await test.step('an earlier version is seen and published again', async () => {
    const versions = section(other, 'Earlier versions').getByRole('listitem');
    await expect(versions).toHaveCount(2);
    await versions.last().getByRole('button', { name: 'See' }).click();
    await expect(versions.last()).toContainText('The blood bus');
    await expectAccessible(other);
    await versions.last().getByRole('button', { name: 'Publish again' }).click();
    await confirm(other, 'Publish it');
    await expect(outcome(other)).toContainText('The earlier version is published.');
    await expect(field(other, 'Title (English)')).toHaveValue('The blood bus');
    await main(other).getByRole('link', { name: 'See it on the site' }).click();
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('The blood bus');
  });

  await test.step('past campaigns are below the others', async () => {
    database.exec(
      "update content set published = json_set(published, '$.date', '2026-01-01') where kind = 'campaign'",
    );
    await other.goto('/staff/site/campaign');
    await expect(section(other, 'Past')).toContainText('The blood bus');
    await expectAccessible(other);
  });

  await test.step('a person is added with a picture, put in order with the keyboard, and deleted', async () => {
    await other.goto('/staff/site/team-card');
    for (const name of ['Rahima', 'Karim']) {
      await main(other).getByRole('link', { name: 'Add a person' }).click();
      await field(other, 'Name (English)').fill(name);
      await button(other, 'Save draft').click();
      await expect(outcome(other)).toContainText('The draft is saved.');
      await main(other).getByRole('link', { name: 'All: Team' }).click();
    }
    const items = main(other).locator('ol').getByRole('link');
    await expect(items).toHaveText(['Rahima', 'Karim']);
    await button(other, 'Move up: Karim').press('Enter');
    await expect(items).toHaveText(['Karim', 'Rahima']);
    await expect(main(other).getByRole('status')).toContainText(['“Karim” is number 1 now.']);
    await expect(button(other, 'Move up: Karim')).toBeFocused();
    await expectAccessible(other);
    await items.first().click();
    const [chooser] = await Promise.all([
      other.waitForEvent('filechooser'),
      button(other, 'Choose a picture').press('Enter'),
    ]);
    await chooser.setFiles(await createPhoto('karim.jpg'));
    await expect(main(other).locator('img')).not.toHaveJSProperty('naturalWidth', 0);
    await button(other, 'Publish').click();
    await expect(field(other, 'Description of the picture (English)')).toBeFocused();
    await expectAccessible(other);
    await field(other, 'Description of the picture (English)').fill('Karim');
    await button(other, 'Publish').click();
    await expect(outcome(other)).toContainText('Published.');
    await button(other, 'Delete').click();
    await confirm(other, 'Delete');
    await expect(other).toHaveURL(/\/staff\/site\/team-card$/);
    await expect(main(other)).not.toContainText('Karim');
  });

  await test.step('the owner returns to the default name', async () => {
    await page.goto('/staff/site/identity');
    await button(page, 'Return to the default').click();
    await confirm(page, 'Return to the default');
    await expect(outcome(page)).toContainText('The site shows its default again.');
    await expect(field(page, 'Name of the site (English)')).toHaveValue('Blood Buddies');
    await expect(state(page)).toHaveText('Not changed yet');
  });
});
