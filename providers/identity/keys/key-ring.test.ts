import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { expect } from 'vitest';
import { openSecrets } from '#platform/security/secrets.ts';
import { days, hours, minutes } from '#platform/time.ts';
import { replaceSigningKey } from '../manage-users.ts';
import { onBoth, other } from '../testing/test-identity.ts';
import { createKeyRing } from './key-ring.ts';

onBoth((open, test) => {
  /** Opens a provider. `replica` creates another key ring with its database and clock. */
  async function openReplicas() {
    const idp = await open();
    const getSecret = await openSecrets({ db: idp.db, secretKey: 'test' });
    return { ...idp, replica: () => createKeyRing({ db: idp.tables, getSecret, clock: idp.now }) };
  }

  test('[IDP-08] tokens stay valid after a key replacement: the previous key stays published', async (idp) => {
    const before = await idp.signUp();
    await replaceSigningKey(idp.db);
    idp.advanceClock(minutes(2));
    const after = await idp.signUp(other);

    const keys: JSONWebKeySet = await (await idp.app.request('/.well-known/jwks.json')).json();
    expect(keys.keys).toHaveLength(2);
    const options = { issuer: idp.issuer, currentDate: new Date(idp.now()) };
    const verify = ({ idToken }: { idToken: string }) => jwtVerify(idToken, createLocalJWKSet(keys), options);
    const [first, second] = await Promise.all([before, after].map(verify));
    expect(first?.protectedHeader.kid).not.toBe(second?.protectedHeader.kid);
    for (const { idToken } of [before, after]) await idp.lookUp(idToken);
  });

  test('replaces keys after 90 days, and all replicas use the same new key', async () => {
    await using idp = await openReplicas();
    const rings = [idp.replica(), idp.replica(), idp.replica()];
    const listKeyIds = async () =>
      new Set((await Promise.all(rings.map((ring) => ring.current()))).map(({ kid }) => kid));
    const [old] = await listKeyIds();
    idp.advanceClock(days(91));
    const newer = await listKeyIds();
    expect(newer.size).toBe(1);
    expect(newer).not.toContain(old);
    const published = await idp.replica().published();
    expect(published.keys.map(({ kid }) => kid)).toEqual([...newer, old]);
    expect(published.keys.every((key) => key.d === undefined)).toBe(true);
  });

  test('reloads a replaced key even if the clock was set back', async () => {
    await using idp = await openReplicas();
    const ring = idp.replica();
    const { kid } = await ring.current();
    await replaceSigningKey(idp.db);
    idp.advanceClock(-hours(1));
    expect((await ring.current()).kid).not.toBe(kid);
  });
});
