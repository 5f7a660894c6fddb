import type { Fields } from '../http/fields.ts';
import type { Services } from '../services.ts';
import {
  fromBase64Url,
  invalidPasskeyError,
  readClientData,
  readCredential,
  readPart,
  rpIdOf,
} from './credential.ts';
import { readOneTimeToken } from './one-time-token.ts';
import { readPublicKey, supportedAlgorithmIDs } from './public-key.ts';

let webAuthn: Promise<typeof import('@simplewebauthn/server')> | undefined;

/**
 * Loads the library on first use, because its certificate parsers slow down the start. Imports it only once,
 * because even a repeated import takes time.
 */
export const loadWebAuthn = () => (webAuthn ??= import('@simplewebauthn/server'));

/** Verifies a new passkey and the challenge of its enrollment. @throws AppError INVALID_PASSKEY */
export async function verifyRegistration(services: Services, fields: Fields) {
  const { id, response } = readCredential(fields);
  const clientDataJSON = readPart(response, 'clientDataJSON');
  const attestationObject = readPart(response, 'attestationObject');
  const text = readClientData(services.site, fromBase64Url(clientDataJSON)).challenge;
  const challenge = readOneTimeToken(services, 'passkey-enrollment', text);
  if (!challenge) throw invalidPasskeyError();
  const { verifyRegistrationResponse } = await loadWebAuthn();
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: Buffer.from(text).toString('base64url'),
      expectedOrigin: services.site.publicUrl,
      expectedRPID: rpIdOf(services.site),
      requireUserVerification: true,
      supportedAlgorithmIDs,
    });
    if (!registrationInfo) throw invalidPasskeyError();
    const { credential } = registrationInfo;
    await readPublicKey(credential.publicKey);
    return { challenge, verified: credential };
  } catch {
    // The library throws an Error for each malformed or wrong part.
    throw invalidPasskeyError();
  }
}
