import { languages } from '../contract/languages.ts';
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
  });
}
