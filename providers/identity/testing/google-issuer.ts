import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

const issuer = 'https://google.test';
const googleIssuer = 'https://accounts.google.com';
const clientId = 'the-client';

/** Configuration of the test issuer, whose discovery document and keys `fetchFromGoogle` returns. */
export const googleSetting = { clientId, clientSecret: 'the-secret', issuer };
/** Configuration with Google's own issuer name. */
export const ownGoogleSetting = { ...googleSetting, issuer: googleIssuer };

/** Claims, with options for an invalid token. */
export type TestClaims = JWTPayload & {
  $tamper?: boolean;
  $aud?: string;
  $iss?: string;
  $expired?: boolean;
  $algNone?: boolean;
};

const pair = generateKeyPair('RS256', { extractable: true });
const kid = 'google-1';

export const fetchFromGoogle: typeof fetch = async (input) => {
  const { href, origin: issuer } = new URL(input instanceof Request ? input.url : input);
  const responses: Record<string, () => Promise<object>> = {
    [`${issuer}/.well-known/openid-configuration`]: async () => ({
      issuer,
      jwks_uri: `${issuer}/keys`,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      response_types_supported: ['code'],
    }),
    [`${issuer}/keys`]: async () => ({
      keys: [{ ...(await exportJWK((await pair).publicKey)), kid, alg: 'RS256', use: 'sig' }],
    }),
  };
  const createResponse = responses[href];
  return createResponse ? Response.json(await createResponse()) : new Response(null, { status: 404 });
};

/** Signs a Google ID token, or an invalid one. `now` in ms. */
export async function googleIdToken(options: TestClaims, now = Date.now()): Promise<string> {
  const { $tamper, $aud, $iss, $expired, $algNone, ...claims } = options;
  const iat = Math.floor(now / 1000) - ($expired ? 7200 : 0);
  const all = { iss: $iss ?? issuer, aud: $aud ?? clientId, iat, exp: iat + 3600, ...claims };
  if ($algNone) return new UnsecuredJWT(all).encode();
  const token = await new SignJWT(all)
    .setProtectedHeader({ alg: 'RS256', kid })
    .sign((await pair).privateKey);
  return $tamper ? tamper(token) : token;
}

/** Changes the payload without changing the signature. */
function tamper(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: `${claims.sub}0` })).toString('base64url');
  return [header, changed, signature].join('.');
}
