import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres } from '#platform/testing/databases.ts';
import { identityMigrations } from '../schema/migrations.ts';
import { openIdentity, type TestIdentity } from '../testing/test-identity.ts';
import { stateIn } from '../testing/visitor.ts';

let standIn: TestIdentity;
let openId: TestIdentity;
let post: (cookie: string, body: URLSearchParams | Uint8Array<ArrayBuffer>) => Promise<Response>;
beforeAll(async () => {
  const options = { open: () => openPostgres([identityMigrations]), limitScale: 1000 };
  standIn = await openIdentity({ ...options, google: 'stand-in' });
  openId = await openIdentity(options);
  const { app } = standIn;
  post = async (cookie, body) =>
    app.request('/oauth/google/callback', { method: 'POST', headers: { cookie }, body });
});
afterAll(async () => {
  await standIn[Symbol.asyncDispose]();
  await openId[Symbol.asyncDispose]();
});

const names = 'flow mode state code error iss person email name cancel verified'.split(' ');
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }),
  fc.constantFrom('', '\0', '\ud800', '0', '-1', '9', 'redirect', 'a@b.co', 'a'.repeat(5000), '"><script>'),
);
const parameters = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 });

/** A page, with nothing in it that was sent as anything but text. */
async function expectPage(response: Response): Promise<void> {
  expect(response.status).toBeLessThan(500);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await response.text()).not.toContain('"><script>');
}

test('whatever stands in the address, the pages answer with a page', async () => {
  await fc.assert(
    fc.asyncProperty(parameters, fc.constantFrom('start', 'callback'), async (sent, page) => {
      const query = new URLSearchParams(sent);
      await expectPage(await standIn.app.request(`/oauth/google/${page}?${query}`));
      await expectPage(await openId.app.request(`/oauth/google/callback?${query}`));
    }),
    { numRuns: 150 },
  );
});

test('whatever the form holds, within an attempt of one’s own too', async () => {
  await fc.assert(
    fc.asyncProperty(parameters, fc.boolean(), async (sent, own) => {
      const begun = await standIn.app.request('/oauth/google/start?mode=redirect');
      const state = stateIn(await begun.text());
      const cookie = begun.headers.getSetCookie().map((line) => line.split(';')[0]);
      const body = new URLSearchParams({ ...sent, ...(own && { state }) });
      await expectPage(await post(cookie.join('; '), body));
    }),
    { numRuns: 100 },
  );
});

test('bytes that are no form, and cookies that are none of ours', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({ maxLength: 100 }),
      async (bytes, text) => {
        const cookie = `google-${encodeURIComponent(text)}=${encodeURIComponent(text)}; google-0123456789abcdef=x.y`;
        await expectPage(await post(cookie, new Uint8Array(bytes)));
      },
    ),
    { numRuns: 60 },
  );
});
