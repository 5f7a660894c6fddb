import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** COSE algorithms: EdDSA, ES256, RS256. */
export const supportedAlgorithmIDs = [-8, -7, -257];

let helpers: Promise<typeof import('@simplewebauthn/server/helpers')> | undefined;
const loadHelpers = () => (helpers ??= import('@simplewebauthn/server/helpers'));

/** Reads a COSE key with one of these algorithms. @throws Error for any other */
export async function readPublicKey(cose: Uint8Array<ArrayBuffer>): Promise<KeyObject> {
  const { isoCBOR } = await loadHelpers();
  const key = isoCBOR.decodeFirst<Map<number, unknown>>(cose);
  const part = (label: number) => Buffer.from(key.get(label) as Uint8Array).toString('base64url');
  const jwk = {
    [-8]: () => ({ kty: 'OKP', crv: 'Ed25519', x: part(-2) }),
    [-7]: () => ({ kty: 'EC', crv: 'P-256', x: part(-2), y: part(-3) }),
    [-257]: () => ({ kty: 'RSA', n: part(-1), e: part(-2) }),
  }[key.get(3) as number];
  if (!jwk) throw new TypeError('Unsupported algorithm.');
  return createPublicKey({ key: jwk(), format: 'jwk' });
}

export const isSignedBy = (key: KeyObject, data: Buffer, signature: Buffer): boolean =>
  verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', data, key, signature);
