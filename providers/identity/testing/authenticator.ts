import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Options = { challenge: string; rpId?: string; rp?: { id?: string }; user?: { id: string } };
/** Deviations that an attacker or another browser would send. */
export type Deviation = {
  origin?: string;
  rpId?: string;
  type?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  challenge?: string;
  flags?: number;
  counter?: number;
  userHandle?: string;
};

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url');
const PRESENT_AND_VERIFIED = 0x05;
const HAS_CREDENTIAL = 0x40;

/**
 * Key pairs, and their COSE labels: key type, algorithm, then the curve and coordinates or the RSA numbers.
 */
const algorithms = {
  ES256: {
    newKeys: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    labels: { 1: 2, 3: -7, [-1]: 1, [-2]: 'x', [-3]: 'y' },
  },
  EdDSA: {
    newKeys: () => generateKeyPairSync('ed25519'),
    labels: { 1: 1, 3: -8, [-1]: 6, [-2]: 'x' },
  },
  RS256: {
    newKeys: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
    labels: { 1: 3, 3: -257, [-1]: 'n', [-2]: 'e' },
  },
} as const;
export const algorithmNames = Object.keys(algorithms) as (keyof typeof algorithms)[];

/** Creates a passkey in software: a key that signs what a browser on `origin` would sign. */
export function createAuthenticator({
  origin = 'http://localhost:3000',
  id = base64url(randomBytes(16)),
  algorithm = 'ES256' as keyof typeof algorithms,
} = {}) {
  const { newKeys, labels } = algorithms[algorithm];
  const { publicKey, privateKey } = newKeys();
  const hash = algorithm === 'EdDSA' ? null : 'sha256';
  let userHandle = '';

  function clientData(type: string, challenge: string, deviation: Deviation) {
    const { crossOrigin = false } = deviation;
    return JSON.stringify({ type, challenge, origin, crossOrigin, ...deviation });
  }
  function authenticatorData(rpId: string, extra: Uint8Array, deviation: Deviation) {
    const { flags = PRESENT_AND_VERIFIED, counter = 0 } = deviation;
    const head = Buffer.alloc(5);
    head.writeUInt8(extra.length > 0 ? flags | HAS_CREDENTIAL : flags);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(deviation.rpId ?? rpId), head, extra]);
  }
  const rpIdOf = ({ rpId, rp }: Options) => rpId ?? rp?.id ?? '';

  return {
    id,
    /** Response to `navigator.credentials.create`. */
    create(options: Options, deviation: Deviation = {}) {
      userHandle = options.user?.id ?? '';
      const jwk: Record<string, unknown> = { ...publicKey.export({ format: 'jwk' }) };
      const toCose = (value: number | string) =>
        typeof value === 'number' ? value : new Uint8Array(Buffer.from(String(jwk[value]), 'base64url'));
      const key = new Map(Object.entries(labels).map(([label, value]) => [Number(label), toCose(value)]));
      const rawId = Buffer.from(id, 'base64url');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, rawId, isoCBOR.encode(key)]);
      const authData = new Uint8Array(authenticatorData(rpIdOf(options), credential, deviation));
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, deviation)),
          attestationObject: base64url(isoCBOR.encode(attestation)),
        },
      };
    },
    /** Response to `navigator.credentials.get`. */
    get(options: Options, deviation: Deviation = {}) {
      const data = clientData('webauthn.get', options.challenge, deviation);
      const authData = authenticatorData(rpIdOf(options), new Uint8Array(), deviation);
      return {
        id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(sign(hash, Buffer.concat([authData, sha256(data)]), privateKey)),
          userHandle: deviation.userHandle ?? userHandle,
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
