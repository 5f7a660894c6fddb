import {
  createRemoteJWKSet,
  decodeJwt,
  errors,
  type JWTPayload,
  customFetch as joseFetch,
  jwtVerify,
} from 'jose';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  ClientSecretPost,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  ResponseBodyError,
} from 'openid-client';
import { AppError } from '#platform/errors.ts';
import type { Clock } from '#platform/time.ts';
import { type Attempt, nonceClaim } from './attempt.ts';

/** An error that the provider returned. `code` is its OAuth error code (`access_denied`). */
export class OpenIdError extends Error {
  readonly code: string;
  readonly reason: string;

  constructor(code: string, cause: Error) {
    super(code);
    this.code = code;
    this.reason = errorReason(cause);
  }
}

/** Returns the loggable part of an error: its other properties may contain tokens. */
export function errorReason(cause: unknown): string {
  const { code = '', message = '' } = (cause ?? {}) as { code?: string; message?: string };
  return `${code} ${message}`.trim();
}

const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** Google omits the scheme in some of its tokens. */
const issuerAliases: Record<string, string[]> = { 'https://accounts.google.com': ['accounts.google.com'] };

type Options = {
  clientId: string;
  clientSecret: string;
  issuer: string;
  callbackUrl: string;
  clock: Clock;
  fetch: typeof fetch;
};

/** Creates the client of Google or another OpenID provider: authorization code flow with PKCE. */
export function connectOpenIdProvider(options: Options) {
  const { clientId, issuer, callbackUrl, clock } = options;
  let discovered: ReturnType<typeof discover> | undefined;

  /** Returns the cached discovery document and keys. Loads them again after a failure. */
  function getProvider() {
    discovered ??= discover(options);
    discovered.catch(() => {
      discovered = undefined;
    });
    return discovered;
  }

  return {
    kind: 'openid' as const,
    /** Returns the URL to redirect the browser to. */
    async begin({ state, nonce, verifier }: Attempt) {
      const { config } = await getProvider();
      return buildAuthorizationUrl(config, {
        redirect_uri: callbackUrl,
        scope: 'openid email profile',
        state,
        nonce: nonceClaim(nonce),
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      });
    },
    /** Exchanges the code for an ID token. @throws OpenIdError, AppError unavailable */
    async exchangeCode(attempt: Attempt, callbackParams: URLSearchParams) {
      const { state: expectedState, nonce, verifier: pkceCodeVerifier } = attempt;
      const { config } = await getProvider();
      const url = new URL(`${callbackUrl}?${callbackParams}`);
      const expected = { pkceCodeVerifier, expectedState, expectedNonce: nonceClaim(nonce) };
      const tokens = await authorizationCodeGrant(config, url, expected).catch(throwOpenIdError);
      return { idToken: tokens.id_token ?? '' };
    },
    async verifyIdToken(idToken: string): Promise<JWTPayload> {
      // Reject malformed tokens before loading the provider's keys.
      decodeJwt(idToken);
      const { keys } = await getProvider();
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: [issuer, ...(issuerAliases[issuer] ?? [])],
        audience: clientId,
        algorithms,
        currentDate: new Date(clock()),
        requiredClaims: ['sub', 'exp', 'iat'],
      }).catch(throwOutage);
      return payload;
    },
  };
}

async function discover({ clientId, clientSecret, issuer, fetch }: Options) {
  const url = new URL(issuer);
  const config = await discovery(url, clientId, undefined, ClientSecretPost(clientSecret), {
    [customFetch]: (input, init) => fetch(input, init as RequestInit),
    // config.ts allows an http issuer on loopback only.
    execute: url.protocol === 'http:' ? [allowInsecureRequests] : [],
    timeout: 10,
  }).catch(throwUnavailable);
  const { jwks_uri } = config.serverMetadata();
  if (!jwks_uri) throw new AppError('unavailable');
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    [joseFetch]: (input, init) => fetch(input, init as RequestInit),
  });
  return { config, keys };
}

function throwOpenIdError(cause: unknown): never {
  if (cause instanceof AuthorizationResponseError) {
    throw new OpenIdError(/^[a-z_]{1,60}$/.test(cause.error) ? cause.error : 'server_error', cause);
  }
  // ClientError: unexpected state, nonce, issuer or signature.
  const isUnexpected = cause instanceof ClientError && cause.code !== 'OAUTH_TIMEOUT';
  if (cause instanceof ResponseBodyError || isUnexpected) throw new OpenIdError('server_error', cause);
  throwUnavailable(cause);
}

/** Rethrows the error of an invalid token. Throws `unavailable` for other errors, such as unreachable keys. */
function throwOutage(cause: unknown): never {
  const isOutage = cause instanceof errors.JWKSTimeout || cause instanceof errors.JWKSInvalid;
  const isGeneric = cause instanceof errors.JOSEError && cause.code === 'ERR_JOSE_GENERIC';
  if (cause instanceof errors.JOSEError && !isOutage && !isGeneric) throw cause;
  throwUnavailable(cause);
}

function throwUnavailable(cause: unknown): never {
  throw new AppError('unavailable', { cause });
}
