import { identityError } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import type { Site } from '../services.ts';

/** The domain that passkeys belong to: exactly our host, no related origins. */
export const rpIdOf = ({ publicUrl }: Site): string => new URL(publicUrl).hostname;

/**
 * Returns the id and response of `credential`, a PublicKeyCredential as JSON.
 * @throws AppError INVALID_PASSKEY
 */
export function readCredential(fields: Fields): { id: string; response: Fields } {
  const credential = fields.object('credential');
  const response = credential?.object('response');
  if (!credential || !response) throw invalidPasskeyError();
  return { id: readPart(credential, 'id'), response };
}

export const readPart = (fields: Fields, name: string): string => fields.required(name, 'INVALID_PASSKEY');

/**
 * Parses the browser's description of the request. Checks that a page of exactly our origin made the request,
 * outside of any iframe.
 * @throws AppError INVALID_PASSKEY
 */
export function readClientData({ publicUrl }: Site, json: string): { type: unknown; challenge: string } {
  const { type, challenge, origin, crossOrigin, topOrigin } = parseObject(json);
  const isOurPage = origin === publicUrl && !crossOrigin && topOrigin === undefined;
  if (!isOurPage || typeof challenge !== 'string') throw invalidPasskeyError();
  return { type, challenge: fromBase64Url(challenge) };
}

function parseObject(json: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(json));
  } catch {
    throw invalidPasskeyError();
  }
}

export const fromBase64Url = (text: string): string => Buffer.from(text, 'base64url').toString();

export const passkeyNotFoundError = () =>
  identityError('PASSKEY_NOT_FOUND', 'This passkey no longer exists.');

export const invalidPasskeyError = () => identityError('INVALID_PASSKEY', 'The passkey was not accepted.');
