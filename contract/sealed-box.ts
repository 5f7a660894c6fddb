/**
 * Encrypts text to a public key, as libsodium's sealed boxes do, so that the sender cannot decrypt it again.
 * ECDH with an ephemeral key (P-256) and HKDF (SHA-256) derive the AES-GCM key. Uses Web Crypto, which
 * browsers and Node have.
 */

/** A public key as a JSON Web Key. */
type EcJwk = { kty: 'EC'; crv: 'P-256'; x: string; y: string };

const CURVE = { name: 'ECDH', namedCurve: 'P-256' };
const PUBLIC_BYTES = 65;
const NONCE_BYTES = 12;

/**
 * Returns the box: the ephemeral public key, the nonce and the encrypted text, in base64.
 * @param context what the box is about. `openBox` fails with any other value
 */
export async function sealBox(to: EcJwk, text: string, context: string): Promise<string> {
  const { kty, crv, x, y } = to;
  const recipient = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, CURVE, false, []);
  const { publicKey, privateKey } = await crypto.subtle.generateKey(CURVE, false, ['deriveBits']);
  const ephemeral = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  const key = await deriveKey(privateKey, recipient, ephemeral, 'encrypt');
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const data = await crypto.subtle.encrypt(toAlgorithm(nonce, context), key, encode(text));
  return btoa(String.fromCharCode(...ephemeral, ...nonce, ...new Uint8Array(data)));
}

/** @throws Error if the box was changed, is for another key, or has another context */
export async function openBox(ownKey: JsonWebKey, box: string, context: string): Promise<string> {
  const bytes = Uint8Array.from(atob(box), (character) => character.charCodeAt(0));
  const ephemeral = bytes.slice(0, PUBLIC_BYTES);
  const nonce = bytes.slice(PUBLIC_BYTES, PUBLIC_BYTES + NONCE_BYTES);
  const own = await crypto.subtle.importKey('jwk', ownKey, CURVE, false, ['deriveBits']);
  const sender = await crypto.subtle.importKey('raw', ephemeral, CURVE, false, []);
  const key = await deriveKey(own, sender, ephemeral, 'decrypt');
  const data = bytes.slice(PUBLIC_BYTES + NONCE_BYTES);
  return new TextDecoder().decode(await crypto.subtle.decrypt(toAlgorithm(nonce, context), key, data));
}

async function deriveKey(
  own: CryptoKey,
  other: CryptoKey,
  salt: BufferSource,
  usage: KeyUsage,
): Promise<CryptoKey> {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, 256);
  const base = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey']);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt, info: encode('Blood Buddies sealed box') };
  return crypto.subtle.deriveKey(hkdf, base, { name: 'AES-GCM', length: 256 }, false, [usage]);
}

const toAlgorithm = (iv: Uint8Array<ArrayBuffer>, context: string): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: encode(context),
});

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
