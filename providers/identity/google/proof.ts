import { EncryptJWT, errors, type JWTPayload, jwtDecrypt } from 'jose';
import { isSameSecret } from '#platform/ids.ts';
import { identityError } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import type { Services } from '../services.ts';
import { nonceClaim } from './attempt.ts';
import { readProfile, type VerifiedProfile } from './profile.ts';

const providerId = 'google.com';

/** A stolen token is useless after this. Not single use: clients send one credential again to link it. */
const MAX_TOKEN_AGE_SECONDS = 600;

/**
 * Checks the ID token in `postBody` or `requestUri`, or a pending token. An access token does not say for whom it was made.
 * @throws AppError MISSING_REQUEST_URI, INVALID_REQUEST_URI, INVALID_CREDENTIAL_OR_PROVIDER_ID, OPERATION_NOT_ALLOWED,
 *   INVALID_IDP_RESPONSE, MISSING_OR_INVALID_NONCE, INVALID_PENDING_TOKEN, unavailable
 */
export async function readProof(services: Services, fields: Fields): Promise<VerifiedProfile> {
  if (!services.google) throw identityError('OPERATION_NOT_ALLOWED');
  const given = readParameters(fields);
  const pendingToken = fields.text('pendingToken');
  if (pendingToken) return readPendingToken(services, pendingToken);
  const provider = given.get('providerId')?.toLowerCase();
  if (!provider)
    throw identityError(
      'INVALID_CREDENTIAL_OR_PROVIDER_ID',
      'Invalid IdP response/credential: no providerId',
    );
  if (provider !== providerId) throw identityError('OPERATION_NOT_ALLOWED');
  const idToken = given.get('id_token');
  if (!idToken) throw identityError('INVALID_IDP_RESPONSE', 'id_token is missing');
  const proven = await check(services, idToken);
  checkNonce(proven.claims.nonce, given.get('nonce'));
  return proven;
}

/** The SDK's body begins with `&`; the parameters may also be in the address, as in Google's own responses. */
function readParameters(fields: Fields): URLSearchParams {
  const url = URL.parse(fields.required('requestUri', 'MISSING_REQUEST_URI'));
  if (!url) throw identityError('INVALID_REQUEST_URI');
  const fragment = new URLSearchParams(url.hash.slice(1));
  const body = new URLSearchParams(fields.text('postBody') ?? '');
  return new URLSearchParams([...fragment, ...body, ...url.searchParams]);
}

async function check({ google, clock }: Services, idToken: string): Promise<VerifiedProfile> {
  try {
    const claims = (await google?.check(idToken)) ?? {};
    if (!isFresh(claims, clock())) throw new errors.JWTExpired('The token is too old.', claims, 'iat');
    return { claims, idToken, profile: readProfile(claims) };
  } catch (cause) {
    if (!(cause instanceof errors.JOSEError)) throw cause;
    throw identityError('INVALID_IDP_RESPONSE', 'The ID token is not one of Google for this site');
  }
}

const isFresh = ({ iat = 0 }: JWTPayload, now: number): boolean => now / 1000 - iat <= MAX_TOKEN_AGE_SECONDS;

/** A token that was asked for with a nonce is good only with the text behind it: a stolen token alone opens nothing. */
function checkNonce(claim: unknown, nonce: string | null): void {
  if (claim === undefined && nonce === null) return;
  if (typeof claim !== 'string' || nonce === null || !isSameSecret(claim, nonceClaim(nonce))) {
    throw identityError('MISSING_OR_INVALID_NONCE');
  }
}

/** As long as Google's own tokens. */
const PENDING_TTL_SECONDS = 3600;
const audience = 'pending';

/** A checked identity to be brought back later, when the person has shown that the account is theirs. */
export function writePendingToken(services: Services, { claims, idToken }: VerifiedProfile): Promise<string> {
  const now = Math.floor(services.clock() / 1000);
  return new EncryptJWT({ claims, idToken })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuer(services.site.issuer)
    .setAudience(audience)
    .setExpirationTime(now + PENDING_TTL_SECONDS)
    .encrypt(services.pendingTokenKey);
}

/** @throws AppError INVALID_PENDING_TOKEN */
async function readPendingToken(services: Services, token: string): Promise<VerifiedProfile> {
  try {
    const { payload } = await jwtDecrypt(token, services.pendingTokenKey, {
      issuer: services.site.issuer,
      audience,
      currentDate: new Date(services.clock()),
      requiredClaims: ['exp'],
    });
    const { claims, idToken } = payload as unknown as Pick<VerifiedProfile, 'claims' | 'idToken'>;
    return { claims, idToken, profile: readProfile(claims) };
  } catch (cause) {
    if (!(cause instanceof errors.JOSEError)) throw cause;
    throw identityError('INVALID_PENDING_TOKEN');
  }
}
