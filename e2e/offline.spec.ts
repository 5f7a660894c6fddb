import { languages } from '../contract/languages.ts';
import { expectAccessible } from './support/accessible.ts';
import { addAppointment, inDays } from './support/appointments.ts';
import {
  cachedPaths,
  goOffline,
  goOnline,
  shortenWorkerTimers,
  waitUntilCached,
} from './support/connection.ts';
import { inLanguage } from './support/languages.ts';
import { layoutShift, recordLayoutShifts } from './support/layout-shift.ts';
import { moveMouse } from './support/navigation.ts';
import { expect, test } from './support/test.ts';

// The browser logs failed requests, and React Router logs a script that did not load.
test.use({
  serviceWorkers: 'allow',
  expectedErrors: [/net::ERR|dynamically imported module|Error loading route module/],
});

const offlineNotice = "You're offline. Last updated {when}.";

for (const language of languages)
  test(`an installed site opens visited pages, appointments and passes offline until a sign-out (${language})`, async ({
    page,
    context,
    signedIn,
    request,
  }) => {
    const { path, translate } = inLanguage(language);
    const main = page.getByRole('main');
    const cell = page.getByRole('cell', { name: 'Dhaka Medical College' });
    const [noticeStart = ''] = translate(offlineNotice, { when: '@' }).split('@');
    const cachedNotice = page.getByText(noticeStart);
    const loadError = translate('The page did not load');
    const id = await addAppointment(request, signedIn, { date: inDays(4), center: 'Dhaka Medical College' });
    await shortenWorkerTimers(context);

    await test.step('the site can be installed, and the dashboard offers it until then', async () => {
      await page.goto(path('/dashboard/appointments'));
      await expect(cell).toBeVisible();
      await waitUntilCached(page, 'appointments-page', 'pass-page', 'payment-page', 'session-operations');
      const devtools = await context.newCDPSession(page);
      const { manifest, errors } = await devtools.send('Page.getAppManifest');
      expect(errors).toEqual([]);
      expect(manifest).toMatchObject({ display: 'kStandalone' });
      const webManifest = await (await request.get(path('/site.webmanifest').replace(/^\/bn$/, ''))).json();
      expect(webManifest).toMatchObject({
        id: '/',
        scope: '/',
        start_url: path('/'),
        lang: language,
        display: 'standalone',
      });
      for (const { url } of webManifest.shortcuts) expect((await request.get(url)).status(), url).toBe(200);
      const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
      // Playwright's contexts are incognito.
      expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);

      const install = page.getByRole('button', { name: translate('Install as an app') });
      await expect(install).toBeHidden();
      await page.evaluate(() => {
        const installEvent = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
          prompt: async () => void dispatchEvent(new Event('appinstalled')),
        });
        dispatchEvent(installEvent);
      });
      await install.click();
      await expect(install).toBeHidden();
      // A page with a second DevTools session would stay online.
      await devtools.detach();
    });

    await test.step('nothing moves when the connection is lost, and the notice disappears with the reason', async () => {
      await recordLayoutShifts(page);
      await page.reload();
      await expect(cell).toBeVisible();
      const shiftBefore = await layoutShift(page);
      await goOffline(context);
      await expect(cachedNotice).toBeVisible();
      expect((await layoutShift(page)) - shiftBefore).toBeLessThanOrEqual(0.02);
      await page.reload();
      await expect(cell).toBeVisible();
      await expect(cachedNotice).toBeVisible();
      await goOnline(context);
      // The note disappears before the list would be polled again (every 15 s).
      await expect(main.locator('p[aria-live]').first()).toBeEmpty({ timeout: 10_000 });
    });

    await test.step('appointments and donation passes open offline and show when they were updated', async () => {
      const missingStyles: string[] = [];
      page.on('requestfailed', (sent) => {
        if (sent.resourceType() === 'stylesheet') missingStyles.push(sent.url());
      });
      await goOffline(context);
      await page.reload();
      await expect(cell).toBeVisible();
      await expect(cachedNotice).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('link', { name: translate('Donation pass') }).click();
      await expect(page.getByRole('img', { name: id })).toBeVisible();
      // The start of the dashboard and the pass also open by their URLs, which were never visited online.
      await page.goto(path('/dashboard'));
      await expect(page).toHaveURL(path('/dashboard/appointments'));
      await expect(cachedNotice).toBeVisible();
      await page.goto(path(`/dashboard/pass/${id}`));
      const pass = page.getByRole('article');
      for (const text of ['B+', 'Dhaka Medical College', id]) await expect(pass).toContainText(text);
      await expect(cachedNotice).toBeVisible();
      await expectAccessible(page);
      for (const format of ['A6', 'A4']) {
        const paper = (await page.pdf({ format })).toString('latin1');
        expect(paper.match(/\/Type \/Page\b/g), format).toHaveLength(1);
      }
      await page.goto(path(`/dashboard/payment/${id}`));
      await expect(
        page.getByText(translate("You're offline. To pay, connect to the internet.")),
      ).toBeVisible();
      await expect(main.getByText('Dhaka Medical College', { exact: true })).toBeVisible();
      await expect(cachedNotice).toBeVisible();
      await expectAccessible(page);
      expect(missingStyles).toEqual([]);
      await goOnline(context);
      await expect(main.getByRole('textbox').first()).toBeVisible();
      await main.getByRole('link', { name: translate('Back to your appointments') }).click();
      await expect(cachedNotice).toBeHidden();
    });

    await test.step('the next user of the device sees none of the data', async () => {
      const texts = () => page.evaluate(() => JSON.stringify(Object.values(localStorage)));
      await page.goto(path('/dashboard/appointments'));
      await expect(cell).toBeVisible();
      expect(await texts()).toContain('Dhaka Medical College');
      for (const paths of Object.values(await cachedPaths(page)))
        for (const path of paths) expect(path).not.toMatch(/@|email=|api\/(appointments|user)/);
      await goOffline(context);
      await page
        .getByRole('link', { name: translate('Log out') })
        .first()
        .click();
      await expect(page).toHaveURL(path('/login'));
      // The script of the login page is not cached, so the page reloads itself once now, and again when the
      // connection is back. Only its document may be cached.
      const failed = page.getByRole('heading', { name: loadError }).or(page.locator('#hydration-failed'));
      await expect(failed.filter({ visible: true })).toBeVisible();
      expect(await texts()).not.toContain('Dhaka Medical College');
      await page.goto(path('/dashboard/appointments'));
      await expect(page).toHaveURL(path('/login'));
      await expect(failed.filter({ visible: true })).toBeVisible();
      // The first request after a lost connection may still fail.
      await context.route('**/assets/login-page-*.js', (route) => route.abort(), { times: 1 });
      await goOnline(context);
      await expect(page.getByRole('textbox', { name: translate('Email') })).toBeVisible();
      await page.goto(path('/'));
      await moveMouse(page);
      await expect(page).toHaveURL(path('/'));
    });

    await test.step('visited pages open offline; others show an error and load when the connection is back', async () => {
      await waitUntilCached(page, 'landing-page', 'sonner-toaster');
      await page.goto(path('/about'));
      await moveMouse(page);
      await waitUntilCached(page, 'about-page');
      expect((await cachedPaths(page))['bb-pages']).toEqual(
        expect.arrayContaining([path('/'), path('/about')]),
      );
      await goOffline(context);
      const offlineToast = page.getByText(translate("You're offline. You can still open pages you visited."));
      // A toast does not disappear while the pointer is on it.
      await offlineToast.hover();
      await goOnline(context);
      await expect(offlineToast, 'the message is withdrawn').toBeHidden();
      await goOffline(context);
      await page.goto(path('/blogs'));
      await expect(page.getByRole('heading', { name: loadError })).toBeVisible();
      await expectAccessible(page);
      const reloaded = page.waitForEvent('load');
      await goOnline(context);
      await reloaded;
      await expect(page.locator('main h1').first()).not.toHaveText(loadError);
      await goOffline(context);
      await page.goto(path('/about'));
      await expect(page.locator('main h1').first()).toBeVisible();
      await page.goto(path('/'));
      await expect(page.getByRole('heading', { name: translate('Our Campaigns') })).toBeVisible();
    });

    await test.step('a language that was never opened redirects back to the cached one', async () => {
      const other = language === 'en' ? 'bn' : 'en';
      const homeUrl = language === 'en' ? '/?lang=en' : '/bn';
      const languageLink = page.locator(`a[hreflang="${other}"]`);
      const reason = "You're offline. You can change the language when you are online again.";
      // Until the page has prepared for offline use, the service worker answers a click with the cached page,
      // without the reason.
      await expect(async () => {
        await languageLink.click();
        await moveMouse(page);
        await expect(page.getByText(translate(reason))).toBeVisible({ timeout: 3_000 });
      }).toPass();
      await page.goto(language === 'en' ? '/bn' : '/');
      await expect(page).toHaveURL(homeUrl);
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), other);
      await expect(page.getByRole('heading', { name: translate('Our Campaigns') })).toBeVisible();
      // The URL without a language works as well, whichever language the browser has stored.
      await page.goto(path('/'));
      await expect(page).toHaveURL(homeUrl);
      await goOnline(context);
      await languageLink.click();
      await expect(page.locator('html')).toHaveAttribute('lang', other);
    });
  });
