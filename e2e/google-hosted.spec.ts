import {
  answerFor,
  answerForServer,
  hostedKey,
  hostedOrigins,
  hostedSettings,
} from './support/hosted-firebase.ts';
import { test as withOpenId } from './support/openid.ts';
import { type Site, startSite } from './support/site.ts';
import { expect } from './support/test.ts';

/** The site with hosted accounts and a Google client of its own; `hosted` is who answers for Firebase. */
const test = withOpenId.extend<object, { hosted: Site }>({
  siteSettings: [({ openid }, use) => use({ ...hostedSettings, ...openid.settings }), { scope: 'worker' }],
  allowedOrigins: ({ openid }, use) => use([openid.issuer, ...hostedOrigins]),
  hosted: [
    async ({ openid }, use) => {
      const site = await startSite(openid.settings);
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

test('[IDP-03] [IDP-13] with hosted Firebase the same window brings Google’s token, which Firebase takes', async ({
  page,
  context,
  hosted,
}) => {
  const keys = await answerFor(context, hosted);
  const shown = await answerForServer(context);
  await page.goto('/login');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue With Google' }).click();
  const popup = await opened;
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: /Go on as/ }).click();
  await closed;
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => localStorage.getItem('accessJwtToken'))).toBe('a-token-of-ours');
  expect(shown).toEqual([expect.stringMatching(/^Bearer eyJ/)]);
  expect([...keys]).toEqual([hostedKey]);
});
