import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration, interactionPolicy } from 'oidc-provider';
import { freePort } from '#platform/testing/ports.ts';

export type OpenIdPerson = {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
};

/**
 * Starts a real OpenID provider on a free port. Its only page offers to continue as `person` or to refuse.
 */
export async function startOpenIdProvider(options: { callbackUrl: string; person: OpenIdPerson }) {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const client = { clientId: 'the-client', clientSecret: 'the-secret-of-the-client' };
  const provider = new Provider(issuer, await configurationOf({ ...options, ...client }));
  const handleRequest = provider.callback();
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/choose/')) void choose(provider, options.person, request, response);
    else void handleRequest(request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    issuer,
    setting: { ...client, issuer },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function configurationOf(options: {
  clientId: string;
  clientSecret: string;
  callbackUrl: string;
  person: OpenIdPerson;
}): Promise<Configuration> {
  const { person } = options;
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return {
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [options.callbackUrl],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        // Native clients may use any loopback port.
        application_type: 'native',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key for tests'] },
    ttl: {
      Interaction: 600,
      Grant: 600,
      Session: 600,
      AccessToken: 600,
      IdToken: 3600,
      AuthorizationCode: 60,
    },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Puts the claims of the requested scopes into the ID token, as Google does.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => `/choose/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...person }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: options.clientId,
        accountId: oidc.session?.accountId ?? person.sub,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

async function choose(
  provider: Provider,
  person: OpenIdPerson,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>Test provider</title><h1>Test provider</h1>
<form method="post"><button name="go" value="on">Continue as ${person.email}</button></form>
<form method="post" action="${request.url}?refuse"><button>Refuse</button></form></html>`);
    return;
  }
  const result = request.url?.endsWith('?refuse')
    ? { error: 'access_denied', error_description: 'The person refused.' }
    : { login: { accountId: person.sub }, select_account: {}, consent: {} };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
