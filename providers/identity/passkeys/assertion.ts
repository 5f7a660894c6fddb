import { hash } from 'node:crypto';
import type { Fields } from '../http/fields.ts';
import type { PasskeyRow } from '../schema/tables.ts';
import type { Services } from '../services.ts';
import { invalidPasskeyError, readClientData, readCredential, readPart, rpIdOf } from './credential.ts';
import { readOneTimeToken } from './one-time-token.ts';
import { isSignedBy, readPublicKey } from './public-key.ts';

/** Authenticator data: SHA-256 of the domain, flags, counter, extensions. */
const FLAGS_AT = 32;
const COUNTER_AT = 33;
const MIN_BYTES = 37;
const PRESENT_AND_VERIFIED = 0x05;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;

/**
 * Verifies a sign-in with a stored passkey (WebAuthn level 3, section 7.2). Uses Node's crypto, which takes a
 * third of the library's time (decision 0096). Does not check the counter: `recordPasskeyUse` does.
 * @throws AppError INVALID_PASSKEY
 */
export async function verifyAssertion(services: Services, fields: Fields, passkey: PasskeyRow) {
  const { response } = readCredential(fields);
  const read = (name: string) => Buffer.from(readPart(response, name), 'base64url');
  const clientDataJson = read('clientDataJSON');
  const authenticatorData = read('authenticatorData');
  const signature = read('signature');

  const clientData = readClientData(services.site, clientDataJson.toString());
  const challenge = readOneTimeToken(services, 'passkey-sign-in', clientData.challenge);
  if (clientData.type !== 'webauthn.get' || !challenge) throw invalidPasskeyError();
  if (response.text('userHandle') !== Buffer.from(passkey.account_id).toString('base64url'))
    throw invalidPasskeyError();
  if (!isUserVerified(authenticatorData, rpIdOf(services.site))) throw invalidPasskeyError();
  const signed = Buffer.concat([authenticatorData, sha256(clientDataJson)]);
  const key = await readPublicKey(new Uint8Array(Buffer.from(passkey.public_key, 'base64url')));
  if (!isSignedBy(key, signed, signature)) throw invalidPasskeyError();
  return { challenge, counter: authenticatorData.readUInt32BE(COUNTER_AT) };
}

/**
 * Returns whether the authenticator verified its user for our domain. Rejects a passkey that claims to be
 * backed up but cannot be.
 */
function isUserVerified(data: Buffer, rpId: string): boolean {
  if (data.length < MIN_BYTES || !data.subarray(0, FLAGS_AT).equals(sha256(rpId))) return false;
  const flags = data.readUInt8(FLAGS_AT);
  const isVerified = (flags & PRESENT_AND_VERIFIED) === PRESENT_AND_VERIFIED;
  return isVerified && ((flags & BACKED_UP) === 0 || (flags & BACKUP_ELIGIBLE) !== 0);
}

const sha256 = (data: string | Buffer): Buffer => hash('sha256', data, 'buffer');
