import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { expect } from 'vitest';
import { openSecrets } from '#platform/security/secrets.ts';
import { days, hours, minutes } from '#platform/time.ts';
import { replaceSigningKey } from '../administration.ts';
import { onBoth, other } from '../testing/test-identity.ts';
import { createKeyRing } from './key-ring.ts';

onBoth((open, test) => {
  /** Replicas on the database of a provider, with its clock. */
  async function openReplicas() {
    const on = await open();
    const secrets = await openSecrets({ db: on.db, secretKey: 'test' });
    return { ...on, replica: () => createKeyRing({ db: on.tables, secrets, clock: on.now }) };
  }

  test('[IDP-08] a new signing key signs nobody out: the one before stays published', async (on) => {
    const before = await on.signUp();
    await replaceSigningKey(on.db);
    on.pass(minutes(2));
    const after = await on.signUp(other);

    const keys: JSONWebKeySet = await (await on.app.request('/.well-known/jwks.json')).json();
    expect(keys.keys).toHaveLength(2);
    const options = { issuer: on.issuer, currentDate: new Date(on.now()) };
    const verify = ({ idToken }: { idToken: string }) => jwtVerify(idToken, createLocalJWKSet(keys), options);
    const [first, second] = await Promise.all([before, after].map(verify));
    expect(first?.protectedHeader.kid).not.toBe(second?.protectedHeader.kid);
    for (const { idToken } of [before, after]) await on.lookUp(idToken);
  });

  test('keys are replaced after 90 days, and replicas agree on the new one', async () => {
    await using on = await openReplicas();
    const rings = [on.replica(), on.replica(), on.replica()];
    const kids = async () =>
      new Set((await Promise.all(rings.map((ring) => ring.current()))).map(({ kid }) => kid));
    const [old] = await kids();
    on.pass(days(91));
    const newer = await kids();
    expect(newer.size).toBe(1);
    expect(newer).not.toContain(old);
    const published = await on.replica().published();
    expect(published.keys.map(({ kid }) => kid)).toEqual([...newer, old]);
    expect(published.keys.every((key) => key.d === undefined)).toBe(true);
  });

  test('a key that another server has replaced signs for no longer because the clock was set back', async () => {
    await using on = await openReplicas();
    const ring = on.replica();
    const { kid } = await ring.current();
    await replaceSigningKey(on.db);
    on.pass(-hours(1));
    expect((await ring.current()).kid).not.toBe(kid);
  });
});
