import { CompactEncrypt, compactDecrypt } from 'jose';

/** Encrypts a text for the database (JWE, A256GCM). `key` has 32 bytes. */
export function encryptText(text: string, key: Uint8Array): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(key);
}

/** @throws Error when the text was encrypted with another key or has been modified */
export async function decryptText(text: string, key: Uint8Array): Promise<string> {
  return new TextDecoder().decode((await compactDecrypt(text, key)).plaintext);
}
