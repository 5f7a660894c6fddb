import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { openSecrets } from '#platform/secrets.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { days, hours, minutes } from '#platform/time.ts';
import { replaceSigningKey } from '../administration.ts';
import { identityMigrations } from '../schema/migrations.ts';
import type { IdentityTables } from '../schema/tables.ts';
import { openIdentity, type TestIdentity } from '../testing/test-identity.ts';
import { createKeyRing } from './key-ring.ts';

async function signUp(identity: TestIdentity, email: string): Promise<string> {
  const { body } = await identity.post('/v1/accounts:signUp', { email, password: 'correct horse 1' });
  return String(body.idToken);
}

async function publishedBy(identity: TestIdentity): Promise<JSONWebKeySet> {
  return (await identity.app.request('/.well-known/jwks.json')).json();
}

onBothDatabases([identityMigrations], (open) => {
  test('[IDP-08] a new signing key signs nobody out: the one before stays published', async () => {
    let now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    const before = await signUp(identity, 'a@example.com');
    await replaceSigningKey(identity.db);
    now += minutes(2);
    const after = await signUp(identity, 'b@example.com');

    const keys = await publishedBy(identity);
    expect(keys.keys).toHaveLength(2);
    const verify = (token: string) =>
      jwtVerify(token, createLocalJWKSet(keys), { issuer: identity.issuer, currentDate: new Date(now) });
    const [first, second] = await Promise.all([before, after].map(verify));
    expect(first?.protectedHeader.kid).not.toBe(second?.protectedHeader.kid);
    for (const idToken of [before, after]) {
      expect(await identity.post('/v1/accounts:lookup', { idToken })).toMatchObject({ status: 200 });
    }
  });

  test('keys are replaced after 90 days, and replicas agree on the new one', async () => {
    await using database = await open();
    const db = database.db.withTables<IdentityTables>();
    let now = 1_800_000_000_000;
    const secrets = await openSecrets({ db: database.db, secretKey: 'test' });
    const replica = () => createKeyRing({ db, secrets, clock: () => now });
    const kidsOf = (rings: ReturnType<typeof replica>[]) =>
      Promise.all(rings.map(async (ring) => (await ring.current()).kid));

    const rings = [replica(), replica(), replica()];
    const [old] = await kidsOf(rings);
    now += days(91);
    const kids = new Set(await kidsOf(rings));
    expect(kids.size).toBe(1);
    expect(kids).not.toContain(old);
    const published = await replica().published();
    expect(published.keys.map(({ kid }) => kid)).toEqual([...kids, old]);
    expect(published.keys.every((key) => key.d === undefined)).toBe(true);
  });

  test('a key that another server has replaced signs for no longer because the clock was set back', async () => {
    await using database = await open();
    const db = database.db.withTables<IdentityTables>();
    let now = 1_800_000_000_000;
    const secrets = await openSecrets({ db: database.db, secretKey: 'test' });
    const ring = createKeyRing({ db, secrets, clock: () => now });
    const { kid } = await ring.current();
    await replaceSigningKey(database.db);
    now -= hours(1);
    expect((await ring.current()).kid).not.toBe(kid);
  });
});
