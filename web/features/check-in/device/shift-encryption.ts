import * as z from 'zod/mini';

const Bytes = z.instanceof(Uint8Array<ArrayBuffer>);

/** The device's half of the key, different each time, with the encrypted value. */
export const EncryptedValue = z.object({ half: Bytes, nonce: Bytes, data: Bytes });
export type EncryptedValue = z.infer<typeof EncryptedValue>;

/** Encrypts a value under a key whose other half, `shiftKey`, the server has until the shift ends. */
export async function encryptForShift(shiftKey: string, value: unknown): Promise<EncryptedValue> {
  const half = crypto.getRandomValues(new Uint8Array(32));
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const key = await deriveKey(shiftKey, half, 'encrypt');
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const data = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, bytes));
  return { half, nonce, data };
}

/** Returns undefined if the value was encrypted in another shift or does not match the schema. */
export async function decryptForShift<T extends z.ZodMiniType>(
  shiftKey: string,
  { half, nonce, data }: EncryptedValue,
  schema: T,
): Promise<z.infer<T> | undefined> {
  const key = await deriveKey(shiftKey, half, 'decrypt');
  const bytes = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, data).catch(() => undefined);
  const parsed = bytes && z.safeParse(schema, JSON.parse(new TextDecoder().decode(bytes)));
  return parsed?.success ? parsed.data : undefined;
}

async function deriveKey(
  shiftKey: string,
  half: Uint8Array<ArrayBuffer>,
  usage: KeyUsage,
): Promise<CryptoKey> {
  const encoder = new TextEncoder();
  const base = await crypto.subtle.importKey('raw', encoder.encode(shiftKey), 'HKDF', false, ['deriveKey']);
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: half, info: encoder.encode('Blood Buddies list') };
  return crypto.subtle.deriveKey(hkdf, base, { name: 'AES-GCM', length: 256 }, false, [usage]);
}
