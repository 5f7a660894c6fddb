import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Month } from '#contract/months.ts';
import type { PublicKey } from '#contract/staff-check-in.ts';
import type { GetSecret } from '#platform/security/secrets.ts';

/** Creates private keys (P-256), one per month. They are secrets of the site, such as `pass-key-2026-11`. */
export function createMonthlyKeys(getSecret: GetSecret, name: string) {
  const keys = new Map<Month, Promise<KeyObject>>();

  function readKey(month: Month): Promise<KeyObject> {
    const known = keys.get(month);
    if (known) return known;
    const key = getSecret(`${name}-${month}`, createKey).then((pem) => createPrivateKey(pem));
    keys.set(month, key);
    // Do not cache a failed read.
    key.catch(() => keys.delete(month));
    return key;
  }

  return {
    readKey,
    async readPublicKey(month: Month): Promise<PublicKey> {
      const { x = '', y = '' } = createPublicKey(await readKey(month)).export({ format: 'jwk' });
      return { keyId: monthToKeyId(month), kty: 'EC', crv: 'P-256', x, y };
    },
  };
}

const createKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString();

/** Returns the number of months since January 1970. */
export function monthToKeyId(month: Month): number {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return (year - 1970) * 12 + number - 1;
}
