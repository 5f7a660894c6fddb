import { expect, test } from 'vitest';
import { createLog } from '#platform/logs.ts';
import { openSecrets } from '#platform/secrets.ts';
import { openSqlite } from '#platform/testing/databases.ts';
import { openGooglePages } from './google-pages.ts';
import { identityMigrations } from './schema/migrations.ts';
import { startOpenIdProvider } from './testing/openid-provider.ts';

const publicUrl = 'http://localhost:3000';
const person = { sub: '1', email: 'a@example.com', email_verified: true, name: 'A' };

test('[IDP-13] where accounts are elsewhere, the window of ours is there all the same, and nothing else', async () => {
  await using database = await openSqlite([identityMigrations]);
  const callbackUrl = `${publicUrl}/identity/oauth/google/callback`;
  await using openid = await startOpenIdProvider({ callbackUrl, person });
  const pages = await openGooglePages({
    db: database.db,
    secrets: await openSecrets({ db: database.db, secretKey: 'test' }),
    clock: Date.now,
    log: createLog('silent'),
    publicUrl,
    google: openid.setting,
    clientAddress: () => 'local',
  });
  const begun = await pages.request(`/start?flow=${'0'.repeat(32)}`);
  expect(begun.status).toBe(303);
  expect(begun.headers.get('location')).toMatch(new RegExp(`^${openid.issuer}/`));
  expect((await pages.request('/v1/accounts:signInWithIdp', { method: 'POST' })).status).toBe(404);
});
