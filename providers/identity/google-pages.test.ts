import { expect, test } from 'vitest';
import { limitersInMemory } from '#platform/limits.ts';
import type { Log } from '#platform/logs.ts';
import { openSecrets } from '#platform/secrets.ts';
import { openSqlite } from '#platform/testing/databases.ts';
import { testLog } from '#platform/testing/kept-logs.ts';
import { openGooglePages } from './google-pages.ts';
import { identityMigrations } from './schema/migrations.ts';
import { startOpenIdProvider } from './testing/openid-provider.ts';

const publicUrl = 'http://localhost:3000';
const person = { sub: '1', email: 'a@example.com', email_verified: true, name: 'A' };

/** The pages alone, with a real OpenID provider behind them. */
async function openPages(log: Log = testLog()) {
  const database = await openSqlite([identityMigrations]);
  const callbackUrl = `${publicUrl}/identity/oauth/google/callback`;
  const openid = await startOpenIdProvider({ callbackUrl, person });
  const pages = await openGooglePages({
    db: database.db,
    secrets: await openSecrets({ db: database.db, secretKey: 'test' }),
    clock: Date.now,
    log,
    publicUrl,
    google: openid.setting,
    limiters: limitersInMemory(),
    clientAddress: () => 'local',
  });
  return {
    pages,
    openid,
    async [Symbol.asyncDispose]() {
      await openid[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

const start = `/start?flow=${'0'.repeat(32)}`;

test('[IDP-13] where accounts are elsewhere, the window of ours is there all the same, and nothing else', async () => {
  await using opened = await openPages();
  const begun = await opened.pages.request(start);
  expect(begun.status).toBe(303);
  expect(begun.headers.get('location')).toMatch(new RegExp(`^${opened.openid.issuer}/`));
  expect((await opened.pages.request('/v1/accounts:signInWithIdp', { method: 'POST' })).status).toBe(404);
});

test('logs say what went wrong with Google, and hold neither code nor state', async () => {
  const lines: string[] = [];
  const keep = (...told: unknown[]) => void lines.push(JSON.stringify(told));
  await using opened = await openPages({ ...testLog(), warn: keep, error: keep } as unknown as Log);
  const begun = await opened.pages.request(start);
  const cookie = begun.headers.getSetCookie().join().split(';')[0] ?? '';
  const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const answered = new URLSearchParams({ code: 'a-code-of-nobody', state, iss: opened.openid.issuer });
  const page = await opened.pages.request(`/callback?${answered}`, { headers: { cookie } });
  expect(await page.text()).toContain('server_error');
  expect(lines).toEqual([expect.stringContaining('Google did not answer as agreed')]);
  for (const secret of ['a-code-of-nobody', state]) expect(lines.join()).not.toContain(secret);
});
