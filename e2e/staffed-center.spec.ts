import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { utcDay } from '#contract/days.ts';
import { expectAccessible } from './support/accessible.ts';
import { section, totpCode } from './support/account.ts';
import { form } from './support/appointments.ts';
import { cameraLaunch, showToCamera } from './support/fake-camera.ts';
import { dayFromToday, inLanguage } from './support/languages.ts';
import { emailedLink, newestEmail } from './support/outbox.ts';
import { fillCard, goodCard } from './support/payment.ts';
import { type Site, startSite } from './support/site.ts';
import { readOwnerLink } from './support/staff.ts';
import { expect, test } from './support/test.ts';
import { showAll } from './support/today.ts';

const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-camera-'));
const video = join(folder, 'pass.y4m');
test.use({ launchOptions: await cameraLaunch(video) });
// An `afterAll` hook would run between two journeys of one process.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true });

const password = 'correct horse';
const screens = { en: { width: 1440, height: 900 }, bn: { width: 360, height: 740 } };

/** The actions of a person on the pages of one language. */
function createPeople(browser: Browser, site: Site, language: 'en' | 'bn') {
  const { path, translate } = inLanguage(language);
  const open = async () => {
    const viewport = screens[language];
    return (await browser.newContext({ baseURL: site.url, viewport, serviceWorkers: 'block' })).newPage();
  };
  async function fillAccount(page: Page, email: string): Promise<void> {
    for (const [name, value] of Object.entries({ name: 'Rahima Khatun', email, password }))
      await main(page).locator(`input[name="${name}"]`).fill(value);
    await button(page, translate('Register')).click();
  }
  return {
    path,
    translate,
    open,
    fillAccount,
    async register(email: string): Promise<Page> {
      const page = await open();
      await page.goto(path('/register'));
      await fillAccount(page, email);
      await expect(page).not.toHaveURL(/register/);
      return page;
    },
    /** Adds an authenticator app. */
    async turnOnTwoSteps(page: Page): Promise<void> {
      const verification = section(page, translate('Two-step verification', {}, 'account'));
      await page.goto(path('/dashboard/account'));
      await verification.getByRole('button', { name: translate('Add an authenticator app') }).click();
      const key = (await verification.locator('code').innerText()).replaceAll(' ', '');
      await main(page).locator('input[name="code"]').fill(totpCode(key));
      await verification
        .getByRole('button', { name: translate('Confirm', {}, 'account'), exact: true })
        .click();
      await expect(verification.locator('input[name="code"]')).toHaveCount(0);
    },
  };
}

for (const language of ['en', 'bn'] as const)
  test(`from an empty site to the first donor who gives blood, in ${language} at ${screens[language].width} px`, async ({
    browser,
  }) => {
    const started = await startSite();
    await using site = { ...started, [Symbol.asyncDispose]: started.stop };
    const {
      path,
      translate: t,
      open,
      fillAccount,
      register,
      turnOnTwoSteps,
    } = createPeople(browser, site, language);
    const emails = { owner: 'owner@example.org', coordinator: 'karim@example.org', door: 'door@example.org' };
    const owner = await open();

    await test.step('the owner takes the site and adds a center with clinics on every day', async () => {
      const joinLink = new URL(await readOwnerLink(site));
      await owner.goto(path(joinLink.pathname) + joinLink.hash);
      await link(owner, t('Create an account', {}, 'people')).click();
      await fillAccount(owner, emails.owner);
      await button(owner, t('Become the owner')).click();
      await expect(section(owner, t('Your shift'))).toBeVisible();
      // The link from the terminal has confirmed the address.
      await turnOnTwoSteps(owner);
      await owner.goto(path('/staff'));
      await link(owner, t('Add a center')).click();
      await main(owner)
        .getByLabel(t('Name', {}, 'center-administration'), { exact: true })
        .fill('Sylhet Center');
      await main(owner)
        .getByLabel(t('Address', {}, 'center-administration'))
        .fill('Station Road 4');
      await main(owner).getByLabel(t('Time zone')).fill('UTC');
      await button(owner, t('Add the center')).click();
      await link(owner, t('Add clinics')).click();
      await main(owner)
        .getByRole('textbox', { name: t('First day') })
        .fill(utcDay(Date.now()));
      // The clinic lasts all day, so that the journey also works in the evening.
      await main(owner).getByLabel(t('Opens'), { exact: true }).fill('00:00');
      await main(owner).getByLabel(t('Closes'), { exact: true }).fill('00:00');
      for (const weekday of await main(owner).getByRole('checkbox').all()) await weekday.check();
      await main(owner).getByLabel(t('Donors for each day')).fill('20');
      await button(owner, t('Save the clinics')).click();
      await expect(main(owner)).toContainText(t('The clinics are saved.'));
    });

    await test.step('the owner invites a coordinator and a person for the door', async () => {
      await owner.goto(path('/staff/people'));
      const invitation = section(owner, t('Invite a person'));
      for (const role of ['coordinator', 'door'] as const) {
        await invitation.getByRole('textbox', { name: t('Email', {}, 'people') }).fill(emails[role]);
        await invitation.getByLabel(t('Role', {}, 'people')).selectOption(role);
        await button(owner, t('Invite')).click();
        await expect(section(owner, t('People', {}, 'people'))).toContainText(emails[role]);
        await newestEmail(site.dataDir, emails[role]);
      }
    });

    const [coordinator, door] = (await test.step('both accept, with two-step verification', () =>
      Promise.all(
        [emails.coordinator, emails.door].map(async (email) => {
          const page = await open();
          await page.goto(path('/staff/join'));
          await link(page, t('Create an account', {}, 'people')).click();
          await fillAccount(page, email);
          await expect(button(page, t('Send a new link'))).toBeVisible();
          // The link in the email of the registration leads back to this page.
          await page.goto(await emailedLink(site.dataDir, email, 'verifyEmail'));
          await button(page, t('Confirm', {}, 'account')).click();
          await link(page, t('Continue', {}, 'account')).click();
          await expect(main(page)).toContainText(t('Two-step verification', {}, 'account'));
          await turnOnTwoSteps(page);
          await page.goto(path('/staff'));
          await expect(page).toHaveURL(/\/staff\/today$/);
          await expect(main(page)).toContainText(t('No appointments today.'));
          return page;
        }),
      ))) as [Page, Page];

    const donor = await register('donor@example.org');
    await test.step('a donor books today, pays, and opens the pass', async () => {
      await donor.goto(path('/centers'));
      await main(donor).getByRole('link', { name: 'Sylhet Center' }).click();
      await link(donor, t('Request {date}', { date: dayFromToday(language, 0) })).click();
      await form(donor).locator('[name="name"]').fill('Shirin Akter');
      await form(donor).locator('[name="phone"]').fill('01712345678');
      await form(donor).locator('button[type="submit"]').click();
      await expect(donor.getByText(t('SuccessFully Submitted'))).toBeVisible();
      await donor.goto(path('/dashboard/appointments'));
      await main(donor).locator('a[href*="/dashboard/payment/"]').first().click();
      await fillCard(donor, goodCard);
      await main(donor)
        .getByRole('button', { name: t('Pay {price}', { price: '' }).trim() })
        .click();
      await donor
        .getByRole('alertdialog')
        .filter({ hasText: t('Payment Successful') })
        .getByRole('button')
        .click();
      await donor.goto(path('/dashboard/appointments'));
      await main(donor).locator('a[href*="/dashboard/pass/"]').click();
      const code = main(donor).getByRole('img', { name: /.*[0-9a-f]{8}-/ });
      await showToCamera(video, await code.screenshot());
    });

    await test.step('the door scans the pass, and records that the donor gave blood', async () => {
      await link(door, t('Scan passes')).click();
      const verdict = main(door).getByRole('status').filter({ hasText: 'Shirin Akter' });
      await expect(verdict).toContainText(t('Valid'));
      await expect(verdict).toContainText(t('Checked in.'));
      // Simulates unlocking the screen: the camera is opened again and reads the pass once more.
      await door.evaluate(() => {
        const { srcObject } = document.querySelector('video') as HTMLVideoElement;
        const [track] = (srcObject as MediaStream).getTracks();
        track?.stop();
        track?.dispatchEvent(new Event('ended'));
      });
      await expect(main(door)).toContainText(t('Already used'));
      await link(door, t('To the list')).click();
      await showAll(door, t('All', {}, 'check-in'));
      await button(door, t('Gave blood', {}, 'check-in')).click();
      await expect(main(door).getByRole('listitem').filter({ hasText: 'Shirin Akter' })).toContainText(
        t('Gave blood', {}, 'check-in'),
      );
      await expect(main(door)).not.toContainText(t('Not sent yet'));
    });

    await test.step('a walk-in gets a link, adds the visit to a new account, and has confirmed the address', async () => {
      const email = 'nadia@example.org';
      await button(door, t('Add a walk-in', {}, 'check-in')).click();
      await main(door)
        .getByLabel(t('Name', {}, 'check-in'), { exact: true })
        .fill('Nadia Islam');
      await main(door)
        .getByLabel(t('Blood group', {}, 'check-in'))
        .selectOption('AB-');
      await main(door)
        .getByLabel(t('Phone or email (optional)', {}, 'check-in'))
        .fill(email);
      await button(door, t('Add', {}, 'check-in')).press('Enter');
      const { text = '' } = await newestEmail(site.dataDir, email);
      // The email is in the language of the staff, because the donor's is unknown.
      expect(/[\u0980-\u09ff]/.test(text)).toBe(language === 'bn');
      const walkIn = await open();
      await walkIn.goto(/https?:\S+claim#\S+/.exec(text)?.[0] ?? '');
      await expect(main(walkIn).getByRole('heading', { name: t('Add your visit') })).toBeFocused();
      await expectAccessible(walkIn);
      await link(walkIn, t('Create an account', {}, 'check-in')).click();
      await fillAccount(walkIn, email);
      await button(walkIn, t('Add to this account')).click();
      await expect(link(walkIn, t('Your appointments', {}, 'check-in'))).toBeVisible();
      // Opens the link of another visit in the same tab.
      const { hash } = new URL(walkIn.url());
      await walkIn.evaluate(() => location.replace('#another'));
      await expect(button(walkIn, t('Add to this account'))).toBeVisible();
      await walkIn.evaluate((own) => location.replace(own), hash);
      await button(walkIn, t('Add to this account')).click();
      await link(walkIn, t('Your appointments', {}, 'check-in')).click();
      await expect(main(walkIn)).toContainText('Nadia Islam');
      await expect(main(walkIn)).not.toContainText(t('Confirm your email address', {}, 'account'));
    });

    await test.step('the donor sees it, and the coordinator reads the figures', async () => {
      await donor.goto(path('/dashboard/donations'));
      await expect(main(donor)).toContainText(t('Confirmed by the center'));
      await coordinator.goto(path('/staff/figures'));
      const gave = main(coordinator)
        .locator('dl > div')
        .filter({ hasText: t('Gave blood', {}, 'figures') });
      await expect(gave.getByRole('definition')).toHaveText(language === 'en' ? '1' : '১');
    });
  });
