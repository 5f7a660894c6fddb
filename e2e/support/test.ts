import { test as base, expect } from '@playwright/test';
import { type Member, registerMember, signInThroughApi } from './member.ts';
import { type Site, type SiteSettings, startSite } from './site.ts';

export { expect };

type Options = {
  /** Console errors that a journey causes on purpose: `test.use({ expectedErrors: [/402/] })`. */
  expectedErrors: RegExp[];
  /** Origins that a journey may send requests to in addition to the site. */
  allowedOrigins: string[];
  /**
   * Starts a site with these settings for this journey alone. Otherwise the journey shares a site with
   * others.
   */
  siteSettings: SiteSettings | undefined;
};
type Fixtures = {
  site: Site;
  /** A newly registered member who is not signed in. */
  member: Member;
  /** The same member, signed in on every page that opens from now on. */
  signedIn: Member;
  /** Fails the journey on any error in the browser's console: scripts, requests, the content policy. */
  noConsoleErrors: undefined;
  /** Fails the journey if a page sends a request to another origin. */
  noOtherOrigins: undefined;
};

/**
 * A regular request of an open staff page may be on its way while a sign-in or a new second factor replaces
 * the access token. The response is 401 if the token is gone and 403 if its session has ended. The page
 * renews the token and repeats the request.
 */
const replacedToken = /status of 40[13] .*\/api\/staff\/me\)/;

async function runSite(settings: SiteSettings, use: (site: Site) => Promise<void>): Promise<void> {
  const site = await startSite(settings);
  await use(site);
  await site.stop();
}

export const test = base.extend<Options & Fixtures, { sharedSite: Site }>({
  sharedSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => runSite({}, use),
    { scope: 'worker', timeout: 180_000 },
  ],
  siteSettings: [undefined, { option: true }],
  site: async ({ siteSettings, sharedSite }, use) =>
    siteSettings ? runSite(siteSettings, use) : use(sharedSite),
  baseURL: ({ site }, use) => use(site.url),
  expectedErrors: [[], { option: true }],
  allowedOrigins: [[], { option: true }],
  noConsoleErrors: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => errors.push(String(error.error())));
      await use(undefined);
      const expected = [...expectedErrors, replacedToken];
      expect(errors.filter((error) => !expected.some((pattern) => pattern.test(error)))).toEqual([]);
    },
    { auto: true },
  ],
  noOtherOrigins: [
    async ({ context, site, allowedOrigins }, use) => {
      const otherOrigins: string[] = [];
      const allowed = [new URL(site.url).origin, ...allowedOrigins];
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith('http') && !allowed.includes(origin)) otherOrigins.push(request.url());
      });
      await use(undefined);
      expect(otherOrigins).toEqual([]);
    },
    { auto: true },
  ],
  member: async ({ request }, use) => use(await registerMember(request)),
  signedIn: async ({ context, site, member }, use) => {
    await signInThroughApi(context, site, member);
    await use(member);
  },
});
