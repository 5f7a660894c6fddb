import { test as base, expect } from '@playwright/test';
import { type Member, registerMember, signInByCalls } from './member.ts';
import { type Site, type SiteSettings, startSite } from './site.ts';

export { expect };

type Options = {
  /** Console errors that a journey brings about on purpose, as `test.use({ expectedErrors: [/402/] })`. */
  expectedErrors: RegExp[];
  /** Origins that a journey may ask beside the site's own. */
  allowedOrigins: string[];
};
type WorkerOptions = { siteSettings: SiteSettings };
type Fixtures = {
  /** A person registered just now, signed in nowhere. */
  member: Member;
  /** The same person, signed in on every page that is opened from now on. */
  signedIn: Member;
  /** Fails a journey on any error that the browser reports: scripts, requests, the content policy. */
  noErrors: undefined;
  /** Fails a journey that asks anybody but the site itself. */
  noStrangers: undefined;
};

export const test = base.extend<Options & Fixtures, WorkerOptions & { site: Site }>({
  siteSettings: [{}, { option: true, scope: 'worker' }],
  site: [
    async ({ siteSettings }, use) => {
      const site = await startSite(siteSettings);
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  expectedErrors: [[], { option: true }],
  allowedOrigins: [[], { option: true }],
  noErrors: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (error) => errors.push(String(error.error())));
      await use(undefined);
      expect(errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))).toEqual([]);
    },
    { auto: true },
  ],
  noStrangers: [
    async ({ context, site, allowedOrigins }, use) => {
      const strangers: string[] = [];
      const known = [new URL(site.url).origin, ...allowedOrigins];
      context.on('request', (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol.startsWith('http') && !known.includes(origin)) strangers.push(request.url());
      });
      await use(undefined);
      expect(strangers).toEqual([]);
    },
    { auto: true },
  ],
  member: async ({ request }, use) => use(await registerMember(request)),
  signedIn: async ({ context, site, member }, use) => {
    await signInByCalls(context, site, member);
    await use(member);
  },
});
