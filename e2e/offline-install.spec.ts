import { languages } from '../contract/languages.ts';
import { addAppointment } from './support/appointments.ts';
import { inLanguage } from './support/languages.ts';
import { untilKept } from './support/line.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

for (const language of languages) {
  const { path, say } = inLanguage(language);

  test(`the site can be installed, and offers so on the dashboard until it is (${language})`, async ({
    page,
    signedIn,
    request,
  }) => {
    expect(signedIn.email).toBeTruthy();
    await page.goto(path('/dashboard/appointments'));
    await untilKept(page);
    const devtools = await page.context().newCDPSession(page);
    const { manifest, errors } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(manifest).toMatchObject({ display: 'kStandalone', lang: language });
    const told = await (await request.get(path('/site.webmanifest').replace(/^\/bn$/, ''))).json();
    expect(told).toMatchObject({ id: '/', scope: '/', start_url: path('/'), display: 'standalone' });
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
  });
}

test.describe('a site without this part', () => {
  test.use({
    siteSettings: { LEAVE_OUT: 'offline' },
    expectedErrors: [/status of 404/],
  });

  test('registers no worker, keeps nothing on the device, installs nothing and has no passes', async ({
    page,
    signedIn,
    request,
  }) => {
    const id = await addAppointment(request, signedIn, { center: 'Dhaka Medical College' });
    const asked = page.waitForResponse('**/api/config');
    await page.goto('/dashboard/appointments');
    await asked;
    await expect(page.getByRole('cell', { name: 'Dhaka Medical College' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Donation pass' })).toBeHidden();
    expect(await page.evaluate(() => JSON.stringify(Object.values(localStorage)))).not.toContain('Dhaka');
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );
    expect((await (await request.get('/site.webmanifest')).json()).display).toBe('browser');
    const answer = await page.goto(`/dashboard/pass/${id}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'There is no page here' })).toBeVisible();
  });
});
