import { languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, inDays } from './support/appointments.ts';
import {
  cachedPaths,
  cutConnection,
  restoreConnection,
  shortenWorkerTimers,
  waitUntilCached,
} from './support/connection.ts';
import { inLanguage } from './support/languages.ts';
import { expect, test } from './support/test.ts';

// What a browser says of questions without a line, and React Router of a page's script.
test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/net::ERR|dynamically imported module|Error loading route module/],
});

const knownSince = "You're offline. Last updated {when}.";

for (const language of languages)
  test(`the site is installed; appointments, passes and pages once seen open without a line, to nobody who uses the device later; a language never opened leads back (${language})`, async ({
    page,
    context,
    signedIn,
    request,
  }) => {
    const { path, say } = inLanguage(language);
    const cell = page.getByRole('cell', { name: 'Dhaka Medical College' });
    const [told = ''] = say(knownSince, { when: '@' }).split('@');
    const known = page.getByText(told);
    const id = await addAppointment(request, signedIn, { date: inDays(4), center: 'Dhaka Medical College' });
    await shortenWorkerTimers(context);

    await test.step('the site can be installed, and offers so on the dashboard until it is', async () => {
      await page.goto(path('/dashboard/appointments'));
      await expect(cell).toBeVisible();
      await waitUntilCached(page, 'appointments-page', 'pass-page', 'client');
      const devtools = await context.newCDPSession(page);
      const { manifest, errors } = await devtools.send('Page.getAppManifest');
      expect(errors).toEqual([]);
      expect(manifest).toMatchObject({ display: 'kStandalone' });
      const told = await (await request.get(path('/site.webmanifest').replace(/^\/bn$/, ''))).json();
      expect(told).toMatchObject({
        id: '/',
        scope: '/',
        start_url: path('/'),
        lang: language,
        display: 'standalone',
      });
      for (const { url } of told.shortcuts) expect((await request.get(url)).status(), url).toBe(200);
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
      // A journey's windows are all private ones.
      expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);

      const install = page.getByRole('button', { name: say('Install as an app') });
      await expect(install).toBeHidden();
      await page.evaluate(() => {
        const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
          prompt: async () => void dispatchEvent(new Event('appinstalled')),
        });
        dispatchEvent(offer);
      });
      await install.click();
      await expect(install).toBeHidden();
      // With a second session of the developer tools a page would stay online.
      await devtools.detach();
    });

    await test.step("one's appointments and donation passes say of when they are", async () => {
      await cutConnection(context);
      await page.reload();
      await expect(cell).toBeVisible();
      await expect(known).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: say('Donation pass') }).click();
      await expect(page.getByRole('img', { name: id })).toBeVisible();
      // By its address too, which was never opened with a line.
      await page.goto(path(`/dashboard/pass/${id}`));
      const pass = page.getByRole('article');
      for (const text of ['B+', 'Dhaka Medical College', id]) await expect(pass).toContainText(text);
      await expect(known).toBeVisible();
      await expectAccessible(page);
      for (const format of ['A6', 'A4']) {
        const paper = (await page.pdf({ format })).toString('latin1');
        expect(paper.match(/\/Type \/Page\b/g), format).toHaveLength(1);
      }
      await restoreConnection(context);
      await expect(known).toBeHidden();
    });

    await test.step('who uses the device later sees nothing of it', async () => {
      const texts = () => page.evaluate(() => JSON.stringify(Object.values(localStorage)));
      await page.goto(path('/dashboard/appointments'));
      await expect(cell).toBeVisible();
      expect(await texts()).toContain('Dhaka Medical College');
      for (const paths of Object.values(await cachedPaths(page)))
        for (const each of paths) expect(each).not.toMatch(/@|email=|api\/(appointments|user)/);
      await cutConnection(context);
      await page
        .getByRole('link', { name: say('Log out') })
        .first()
        .click();
      await expect(page).toHaveURL(path('/login'));
      expect(await texts()).not.toContain('Dhaka Medical College');
      await page.goto(path('/dashboard/appointments'));
      await expect(page).toHaveURL(path('/login'));
      await restoreConnection(context);
      // The sign-in, which this device has not kept, may still be on its way as a whole page.
      await expect(async () => void (await page.goto(path('/')))).toPass();
    });

    await test.step('pages once seen open, others say so and come with the line', async () => {
      const lost = say('The page did not load');
      await waitUntilCached(page, 'sonner-shelf');
      await page.goto(path('/about'));
      await waitUntilCached(page, 'about-page');
      await cutConnection(context);
      await expect(page.getByText(say("You're offline. Pages you have visited still open."))).toBeVisible();
      await page.goto(path('/blogs'));
      await expect(page.getByRole('heading', { name: lost })).toBeVisible();
      await expectAccessible(page);
      await restoreConnection(context);
      await expect(page.locator('main h1').first()).not.toHaveText(lost);
      await cutConnection(context);
      await page.goto(path('/about'));
      await expect(page.locator('main h1').first()).toBeVisible();
      await page.goto(path('/'));
      await expect(page.getByRole('heading', { name: say('Our Campaigns') })).toBeVisible();
    });

    await test.step('a language that was never opened leads back to the one that was', async () => {
      const other = language === 'en' ? 'bn' : 'en';
      const here = language === 'en' ? '/?lang=en' : '/bn';
      const toOther = page.locator(`a[hreflang="${other}"]`);
      await toOther.click();
      await expect(page).toHaveURL(here);
      await expect(page.getByRole('heading', { name: say('Our Campaigns') })).toBeVisible();
      // Also from the address alone, whatever language the browser remembers by now.
      await page.goto(path('/'));
      await expect(page).toHaveURL(here);
      await restoreConnection(context);
      await toOther.click();
      await expect(page.locator('html')).toHaveAttribute('lang', other);
    });
  });
