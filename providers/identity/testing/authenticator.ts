import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Options = { challenge: string; rpId?: string; rp?: { id?: string }; user?: { id: string } };
/** What an attacker or another browser would send. */
export type Deviation = {
  origin?: string;
  rpId?: string;
  type?: string;
  crossOrigin?: boolean;
  challenge?: string;
  userVerified?: boolean;
  counter?: number;
  userHandle?: string;
};

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: string | Uint8Array) => Buffer.from(data).toString('base64url');
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Creates a passkey in software: an ES256 key that signs what a browser on `origin` would sign. */
export function createAuthenticator(origin = 'http://localhost:3000', id = base64url(randomBytes(16))) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let userHandle = '';

  function clientData(type: string, challenge: string, deviation: Deviation) {
    const { crossOrigin = false } = deviation;
    return JSON.stringify({ type, challenge, origin, crossOrigin, ...deviation });
  }
  function authenticatorData(rpId: string, extra: Uint8Array, deviation: Deviation) {
    const { userVerified = true, counter = 0 } = deviation;
    const flags = USER_PRESENT | (userVerified ? USER_VERIFIED : 0) | (extra.length > 0 ? HAS_CREDENTIAL : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(deviation.rpId ?? rpId), head, extra]);
  }
  const rpIdOf = ({ rpId, rp }: Options) => rpId ?? rp?.id ?? '';

  return {
    id,
    /** Response to `navigator.credentials.create`. */
    create(options: Options, deviation: Deviation = {}) {
      userHandle = options.user?.id ?? '';
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const coordinates = [x, y].map((part) => new Uint8Array(Buffer.from(part, 'base64url')));
      // COSE: key type EC2, algorithm ES256, curve P-256, x, y.
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinates[0] ?? 0],
        [-3, coordinates[1] ?? 0],
      ]);
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
          signature: base64url(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
          userHandle: deviation.userHandle ?? userHandle,
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
