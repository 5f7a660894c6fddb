import { createPrivateKey, type KeyObject } from 'node:crypto';
import {
  calculateJwkThumbprint,
  errors,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose';
import type { GetSecret } from '#platform/security/secrets.ts';
import { type Clock, days, minutes } from '#platform/time.ts';
import type { Db } from '../schema/tables.ts';
import { addGeneration, findNewestGenerations } from './repository.ts';

export const algorithm = 'ES256';
const KEY_LIFETIME_MS = days(90);
/** A replica may sign with a replaced key for this long. */
const CACHE_TTL_MS = minutes(1);

type SigningKey = { kid: string; privateKey: KeyObject; publicKey: CryptoKey; published: JWK };

export type KeyRing = ReturnType<typeof createKeyRing>;

/** Provides the current and the previous key. Keys are replaced after 90 days, or by manage-users.ts. */
export function createKeyRing(options: { db: Db; getSecret: GetSecret; clock: Clock }) {
  const { db, getSecret, clock } = options;
  const imported = new Map<number, Promise<SigningKey>>();
  let cache: { keys: SigningKey[]; until: number } | undefined;

  async function load(): Promise<SigningKey[]> {
    const rows = await loadGenerations();
    const keys = await Promise.all(rows.map(({ generation }) => importOnce(generation)));
    cache = { keys, until: clock() + CACHE_TTL_MS };
    return keys;
  }

  async function loadGenerations() {
    const rows = await findNewestGenerations(db);
    const [newest] = rows;
    if (newest && newest.created_at > clock() - KEY_LIFETIME_MS) return rows;
    await addGeneration(db, { generation: (newest?.generation ?? 0) + 1, created_at: clock() });
    return findNewestGenerations(db);
  }

  function importOnce(generation: number): Promise<SigningKey> {
    const cached = imported.get(generation);
    if (cached) return cached;
    const key = getSecret(`identity-signing-key-${generation}`, createPrivateJwk).then(importKey);
    imported.set(generation, key);
    key.catch(() => imported.delete(generation));
    return key;
  }

  return {
    async current() {
      // Reload even if the clock was set back, which would extend the lifetime of the cache.
      const left = (cache?.until ?? 0) - clock();
      const [newest] = cache && left > 0 && left <= CACHE_TTL_MS ? cache.keys : await load();
      if (!newest) throw new Error('There is no signing key.');
      return newest;
    },
    /** Key resolver for jose: returns the public key with the token's `kid`. */
    find: (async ({ kid }) => {
      const findKey = (keys: SigningKey[] = []) => keys.find((key) => key.kid === kid)?.publicKey;
      const key = findKey(cache?.keys) ?? findKey(await load());
      if (!key) throw new errors.JWKSNoMatchingKey();
      return key;
    }) satisfies JWTVerifyGetKey,
    /** Returns the public keys as JSON Web Key Set. */
    published: async () => ({ keys: (await load()).map((key) => key.published) }),
  };
}

async function createPrivateJwk(): Promise<string> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  return JSON.stringify(await exportJWK(privateKey));
}

async function importKey(privateJwk: string): Promise<SigningKey> {
  const key: JWK = JSON.parse(privateJwk);
  const { d: _private, ...publicJwk } = key;
  const kid = await calculateJwkThumbprint(publicJwk);
  return {
    kid,
    privateKey: createPrivateKey({ key, format: 'jwk' }),
    publicKey: (await importJWK(publicJwk, algorithm)) as CryptoKey,
    published: { ...publicJwk, kid, alg: algorithm, use: 'sig' },
  };
}
