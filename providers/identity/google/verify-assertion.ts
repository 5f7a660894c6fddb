import { EncryptJWT, errors, type JWTPayload, jwtDecrypt } from 'jose';
import { isSameSecret } from '#platform/ids.ts';
import { identityError } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import type { Services } from '../services.ts';
import { nonceClaim } from './attempt.ts';
import { readProfile, type VerifiedProfile } from './profile.ts';

const providerId = 'google.com';

/**
 * Limits how long a stolen token can be used. A token may be used more than once, because clients send it
 * again to link the identity.
 */
const MAX_TOKEN_AGE_SECONDS = 600;

/**
 * Verifies the ID token in `postBody` or `requestUri`, or a pending token. Access tokens are not accepted:
 * they do not name their audience.
 * @throws AppError MISSING_REQUEST_URI, INVALID_REQUEST_URI, INVALID_CREDENTIAL_OR_PROVIDER_ID,
 * OPERATION_NOT_ALLOWED, INVALID_IDP_RESPONSE, MISSING_OR_INVALID_NONCE, INVALID_PENDING_TOKEN, unavailable
 */
export async function verifyAssertion(services: Services, fields: Fields): Promise<VerifiedProfile> {
  if (!services.google) throw identityError('OPERATION_NOT_ALLOWED');
  const parameters = readParameters(fields);
  const pendingToken = fields.text('pendingToken');
  if (pendingToken) return readPendingToken(services, pendingToken);
  const provider = parameters.get('providerId')?.toLowerCase();
  if (!provider)
    throw identityError(
      'INVALID_CREDENTIAL_OR_PROVIDER_ID',
      'Invalid IdP response/credential: no providerId',
    );
  if (provider !== providerId) throw identityError('OPERATION_NOT_ALLOWED');
  const idToken = parameters.get('id_token');
  if (!idToken) throw identityError('INVALID_IDP_RESPONSE', 'id_token is missing');
  const [accessToken, nonce] = [parameters.get('access_token'), parameters.get('nonce')];
  const earlier = nonce === null ? await readReusedToken(services, accessToken, idToken) : undefined;
  const verifiedToken = earlier ?? (await verifyIdToken(services, idToken));
  if (!earlier) checkNonce(verifiedToken.claims.nonce, nonce);
  return { ...verifiedToken, ...(accessToken && { accessToken }) };
}

/**
 * Returns the identity if `accessToken` is the pending token that we issued for this ID token. It replaces
 * the nonce, which the SDK's credential of a popup result lacks.
 */
async function readReusedToken(services: Services, accessToken: string | null, idToken: string) {
  const isPendingToken = accessToken?.split('.').length === PENDING_TOKEN_PARTS;
  if (!accessToken || !isPendingToken) return undefined;
  const earlier = await readPendingToken(services, accessToken);
  return earlier.idToken === idToken ? earlier : undefined;
}

/** Reads the parameters from `postBody` (the SDK's begins with `&`) and from the URL. */
function readParameters(fields: Fields): URLSearchParams {
  const url = URL.parse(fields.required('requestUri', 'MISSING_REQUEST_URI'));
  if (!url) throw identityError('INVALID_REQUEST_URI');
  const fragment = new URLSearchParams(url.hash.slice(1));
  const body = new URLSearchParams(fields.text('postBody') ?? '');
  return new URLSearchParams([...fragment, ...body, ...url.searchParams]);
}

async function verifyIdToken({ google, clock }: Services, idToken: string): Promise<VerifiedProfile> {
  try {
    const claims = (await google?.verifyIdToken(idToken)) ?? {};
    if (!isFresh(claims, clock())) throw new errors.JWTExpired('The token is too old.', claims, 'iat');
    return { claims, idToken, profile: readProfile(claims) };
  } catch (cause) {
    if (!(cause instanceof errors.JOSEError)) throw cause;
    throw identityError('INVALID_IDP_RESPONSE', 'The ID token is not one of Google for this site');
  }
}

const isFresh = ({ iat = 0 }: JWTPayload, now: number): boolean => now / 1000 - iat <= MAX_TOKEN_AGE_SECONDS;

/** A token with a nonce claim is valid only with that nonce, so that a stolen token cannot be used. */
function checkNonce(claim: unknown, nonce: string | null): void {
  if (claim === undefined && nonce === null) return;
  if (typeof claim !== 'string' || nonce === null || !isSameSecret(claim, nonceClaim(nonce))) {
    throw identityError('MISSING_OR_INVALID_NONCE');
  }
}

/** Same lifetime as Google's own tokens. */
const PENDING_TTL_SECONDS = 3600;
const audience = 'pending';
/** A pending token is a compact JWE. Google's own access tokens are opaque. */
const PENDING_TOKEN_PARTS = 5;

/**
 * Encrypts a verified identity. The client sends it again after the person has proven that they own the
 * account.
 */
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
