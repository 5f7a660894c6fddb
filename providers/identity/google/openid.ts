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

/** The provider refused; `word` is OAuth's error code (`access_denied`). */
export class OpenIdError extends Error {
  readonly word: string;
  readonly reason: string;

  constructor(word: string, cause: Error) {
    super(word);
    this.word = word;
    this.reason = errorReason(cause);
  }
}

/** What may be logged: an error of the client's may hold tokens, its code and message hold none. */
export function errorReason(cause: unknown): string {
  const { code = '', message = '' } = (cause ?? {}) as { code?: string; message?: string };
  return `${code} ${message}`.trim();
}

const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** Google leaves out the scheme in some of its tokens. */
const issuerAliases: Record<string, string[]> = { 'https://accounts.google.com': ['accounts.google.com'] };

type Options = {
  clientId: string;
  clientSecret: string;
  issuer: string;
  callbackUrl: string;
  clock: Clock;
  fetch: typeof fetch;
};

/** Google, or another OpenID provider in its place, by authorization code with PKCE. */
export function connectOpenIdProvider(options: Options) {
  const { clientId, issuer, callbackUrl, clock } = options;
  let discovered: ReturnType<typeof discover> | undefined;

  /** The issuer's own description, requested once; again after a failure. */
  function getProvider() {
    discovered ??= discover(options);
    discovered.catch(() => {
      discovered = undefined;
    });
    return discovered;
  }

  return {
    kind: 'openid' as const,
    /** Where the browser is redirected to. */
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
    /** @throws Refused with the provider's own error code, AppError unavailable */
    async redeem(attempt: Attempt, callbackParams: URLSearchParams) {
      const { state: expectedState, nonce, verifier: pkceCodeVerifier } = attempt;
      const { config } = await getProvider();
      const url = new URL(`${callbackUrl}?${callbackParams}`);
      const expected = { pkceCodeVerifier, expectedState, expectedNonce: nonceClaim(nonce) };
      const tokens = await authorizationCodeGrant(config, url, expected).catch(toOpenIdError);
      return { idToken: tokens.id_token ?? '' };
    },
    async check(idToken: string): Promise<JWTPayload> {
      // What is no token at all needs nobody's keys.
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
    // config.ts lets such an issuer be on loopback only.
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

function toOpenIdError(cause: unknown): never {
  if (cause instanceof AuthorizationResponseError) {
    throw new OpenIdError(/^[a-z_]{1,60}$/.test(cause.error) ? cause.error : 'server_error', cause);
  }
  // ClientError: state, nonce, issuer or signature of the response is not what was requested.
  const isUnexpected = cause instanceof ClientError && cause.code !== 'OAUTH_TIMEOUT';
  if (cause instanceof ResponseBodyError || isUnexpected) throw new OpenIdError('server_error', cause);
  throwUnavailable(cause);
}

/** The issuer's keys may be out of reach: that is no fault of the token. */
function throwOutage(cause: unknown): never {
  const outage = cause instanceof errors.JWKSTimeout || cause instanceof errors.JWKSInvalid;
  const generic = cause instanceof errors.JOSEError && cause.code === 'ERR_JOSE_GENERIC';
  if (cause instanceof errors.JOSEError && !outage && !generic) throw cause;
  throwUnavailable(cause);
}

function throwUnavailable(cause: unknown): never {
  throw new AppError('unavailable', { cause });
}
