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
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  ResponseBodyError,
} from 'openid-client';
import { AppError } from '#platform/errors.ts';
import type { Clock } from '#platform/time.ts';
import { type Attempt, nonceClaim } from './attempt.ts';

/** Google, or another OpenID provider in its place, spoken to by authorization code with PKCE. */
export type OpenIdProvider = {
  kind: 'openid';
  /** Where the browser goes to. */
  begin(attempt: Attempt): Promise<URL>;
  /** @throws Refused in the provider's own word, AppError unavailable */
  redeem(attempt: Attempt, answered: URLSearchParams): Promise<{ idToken: string }>;
  check(idToken: string): Promise<JWTPayload>;
};

/** The provider said no; `word` is OAuth's (`access_denied`). */
export class Refused extends Error {
  readonly word: string;
  readonly reason: string;

  constructor(word: string, cause: Error) {
    super(word);
    this.word = word;
    this.reason = reasonOf(cause);
  }
}

/** What may stand in a log: an error of the client's may hold tokens, its code and message hold none. */
export function reasonOf(cause: unknown): string {
  const { code = '', message = '' } = (cause ?? {}) as { code?: string; message?: string };
  return `${code} ${message}`.trim();
}

const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** Google leaves out the scheme in some of its tokens. */
const otherNames: Record<string, string[]> = { 'https://accounts.google.com': ['accounts.google.com'] };

type Keys = ReturnType<typeof createRemoteJWKSet>;

export function openOpenIdProvider(options: {
  clientId: string;
  clientSecret: string;
  issuer: string;
  callbackUrl: string;
  clock: Clock;
  fetch: typeof fetch;
}): OpenIdProvider {
  const { clientId, issuer, callbackUrl, clock } = options;
  let found: Promise<{ config: Configuration; keys: Keys }> | undefined;

  /** The issuer's own description, asked for once; asked again where that failed. */
  function find(): Promise<{ config: Configuration; keys: Keys }> {
    found ??= describe(options);
    found.catch(() => {
      found = undefined;
    });
    return found;
  }

  return {
    kind: 'openid',
    async begin({ state, nonce, verifier }) {
      const { config } = await find();
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
    async redeem({ state, nonce, verifier }, answered) {
      const { config } = await find();
      const url = new URL(`${callbackUrl}?${answered}`);
      const tokens = await authorizationCodeGrant(config, url, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonceClaim(nonce),
      }).catch(translate);
      return { idToken: tokens.id_token ?? '' };
    },
    async check(idToken) {
      // What is no token at all needs nobody's keys.
      decodeJwt(idToken);
      const { keys } = await find();
      const { payload } = await jwtVerify(idToken, keys, {
        issuer: [issuer, ...(otherNames[issuer] ?? [])],
        audience: clientId,
        algorithms,
        currentDate: new Date(clock()),
        requiredClaims: ['sub', 'exp', 'iat'],
      }).catch(tellOutage);
      return payload;
    },
  };
}

async function describe(options: {
  clientId: string;
  clientSecret: string;
  issuer: string;
  fetch: typeof fetch;
}) {
  const issuer = new URL(options.issuer);
  const config = await discovery(
    issuer,
    options.clientId,
    undefined,
    ClientSecretPost(options.clientSecret),
    {
      [customFetch]: (url, init) => options.fetch(url, init as RequestInit),
      // config.ts lets such an issuer be on loopback only.
      execute: issuer.protocol === 'http:' ? [allowInsecureRequests] : [],
      timeout: 10,
    },
  ).catch(unavailable);
  const { jwks_uri } = config.serverMetadata();
  if (!jwks_uri) throw new AppError('unavailable');
  const keys = createRemoteJWKSet(new URL(jwks_uri), {
    [joseFetch]: (url, init) => options.fetch(url, init as RequestInit),
  });
  return { config, keys };
}

function translate(cause: unknown): never {
  if (cause instanceof AuthorizationResponseError) {
    throw new Refused(/^[a-z_]{1,60}$/.test(cause.error) ? cause.error : 'server_error', cause);
  }
  if (cause instanceof ResponseBodyError) throw new Refused('server_error', cause);
  // What the answer says is not what was asked for: state, nonce, issuer, signature.
  if (cause instanceof ClientError && cause.code !== 'OAUTH_TIMEOUT')
    throw new Refused('server_error', cause);
  throw new AppError('unavailable', { cause });
}

/** The issuer's keys may be out of reach: that is no fault of the token. */
function tellOutage(cause: unknown): never {
  const outage = cause instanceof errors.JWKSTimeout || cause instanceof errors.JWKSInvalid;
  const generic = cause instanceof errors.JOSEError && cause.code === 'ERR_JOSE_GENERIC';
  if (cause instanceof errors.JOSEError && !outage && !generic) throw cause;
  throw new AppError('unavailable', { cause });
}

function unavailable(cause: unknown): never {
  throw new AppError('unavailable', { cause });
}
