import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { identityError } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import type { PasskeyRow } from '../schema/tables.ts';
import type { Services, Site } from '../services.ts';
import { type OneTimeToken, readOneTimeToken } from './one-time-token.ts';

let webAuthn: Promise<typeof import('@simplewebauthn/server')> | undefined;

/** Loaded on first use, because its certificate parsers slow the start down; once, because even a repeated import costs. */
export const loadWebAuthn = () => (webAuthn ??= import('@simplewebauthn/server'));

/** COSE algorithms: EdDSA, ES256, RS256. */
export const supportedAlgorithmIDs = [-8, -7, -257];

/** The domain that passkeys belong to: exactly our host, no related origins. */
export const rpIdOf = ({ publicUrl }: Site): string => new URL(publicUrl).hostname;

/** Verifies a new passkey. @throws AppError INVALID_PASSKEY */
export async function verifyRegistration(services: Services, fields: Fields) {
  const { id, response } = readCredential(fields);
  const registration: RegistrationResponseJSON = {
    ...publicKeyCredential(id),
    response: {
      clientDataJSON: readPart(response, 'clientDataJSON'),
      attestationObject: readPart(response, 'attestationObject'),
    },
  };
  const { verifyRegistrationResponse } = await loadWebAuthn();
  return verify(services, registration, 'passkey-enrollment', async (expected) => {
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expected,
      response: registration,
      supportedAlgorithmIDs,
    });
    return registrationInfo?.credential;
  });
}

/** Verifies a sign-in with a stored passkey and returns its new counter. @throws AppError INVALID_PASSKEY */
export async function verifyAssertion(services: Services, fields: Fields, passkey: PasskeyRow) {
  const { id, response } = readCredential(fields);
  const assertion: AuthenticationResponseJSON = {
    ...publicKeyCredential(id),
    response: {
      clientDataJSON: readPart(response, 'clientDataJSON'),
      authenticatorData: readPart(response, 'authenticatorData'),
      signature: readPart(response, 'signature'),
    },
  };
  if (response.text('userHandle') !== toBase64Url(passkey.account_id)) throw invalid();
  const { credential_id, public_key, counter } = passkey;
  const credential = {
    id: credential_id,
    publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')),
    counter,
  };
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  return verify(services, assertion, 'passkey-sign-in', async (expected) => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected,
      response: assertion,
      credential,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  });
}

type Expected = {
  expectedOrigin: string;
  expectedRPID: string;
  expectedChallenge: (challenge: string) => boolean;
  requireUserVerification: true;
};

type Purpose = 'passkey-sign-in' | 'passkey-enrollment';

/** Adds what is expected of every response, and converts the library's errors. */
async function verify<T, P extends Purpose>(
  services: Services,
  { response: { clientDataJSON } }: { response: { clientDataJSON: string } },
  purpose: P,
  verifyWith: (expected: Expected) => Promise<T | undefined>,
): Promise<{ challenge: OneTimeToken<P>; verified: T }> {
  let challenge: OneTimeToken<P> | undefined;
  try {
    // The library accepts this in an iframe of another site if the browser does not name that site.
    if (JSON.parse(fromBase64Url(clientDataJSON)).crossOrigin) throw invalid();
    const verified = await verifyWith({
      expectedOrigin: new URL(services.site.publicUrl).origin,
      expectedRPID: rpIdOf(services.site),
      requireUserVerification: true,
      expectedChallenge(text) {
        challenge = readOneTimeToken(services, purpose, fromBase64Url(text));
        return challenge !== undefined;
      },
    });
    if (challenge && verified !== undefined) return { challenge, verified };
  } catch {
    // The library throws an Error for each malformed or wrong part.
  }
  throw invalid();
}

/** Returns the id and response of `credential`, a PublicKeyCredential as JSON. */
export function readCredential(fields: Fields): { id: string; response: Fields } {
  const credential = fields.object('credential');
  const response = credential?.object('response');
  if (!credential || !response) throw invalid();
  return { id: readPart(credential, 'id'), response };
}

const readPart = (fields: Fields, name: string): string => fields.required(name, 'INVALID_PASSKEY');

const publicKeyCredential = (id: string) =>
  ({ id, rawId: id, type: 'public-key', clientExtensionResults: {} }) as const;

const toBase64Url = (text: string): string => Buffer.from(text).toString('base64url');
const fromBase64Url = (text: string): string => Buffer.from(text, 'base64url').toString();

export const invalid = () => identityError('INVALID_PASSKEY', 'The passkey was not accepted.');
