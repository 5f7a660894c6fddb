import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';

const issuer = 'https://google.test';
const googleIssuer = 'https://accounts.google.com';
const clientId = 'the-client';

/** Google as far as a token check asks it: its description and its keys, without a socket. */
export const googleSetting = { clientId, clientSecret: 'the-secret', issuer };
/** Under Google's own name. */
export const ownGoogleSetting = { ...googleSetting, issuer: googleIssuer };

/** How a token is to be wrong: `$tamper`, `$aud`, `$iss`, `$expired`, `$algNone`. */
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
  const answer = responses[href];
  return answer ? Response.json(await answer()) : new Response(null, { status: 404 });
};

/** An ID token as Google signs it, or one that is wrong. `now` in ms. */
export async function googleIdToken(wanted: TestClaims, now = Date.now()): Promise<string> {
  const { $tamper, $aud, $iss, $expired, $algNone, ...claims } = wanted;
  const iat = Math.floor(now / 1000) - ($expired ? 7200 : 0);
  const all = { iss: $iss ?? issuer, aud: $aud ?? clientId, iat, exp: iat + 3600, ...claims };
  if ($algNone) return new UnsecuredJWT(all).encode();
  const token = await new SignJWT(all)
    .setProtectedHeader({ alg: 'RS256', kid })
    .sign((await pair).privateKey);
  return $tamper ? tamper(token) : token;
}

/** Says something else under the same signature. */
function tamper(token: string): string {
  const [header, payload = '', signature] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: `${claims.sub}0` })).toString('base64url');
  return [header, changed, signature].join('.');
}
