import type { PublicConfig } from '#contract/config.ts';
import { fetchWithTimeout } from '#platform/http/fetch-with-timeout.ts';
import { seconds } from '#platform/time.ts';
import { pagesPath } from '#providers/identity/google/google.ts';
import { createStandaloneGooglePages } from '#providers/identity/google/pages.ts';
import { overloadBody } from '#providers/identity/http/errors.ts';
import { createIdentityProvider, type IdentityProvider } from '#providers/identity/identity.ts';
import { identityJobs } from '#providers/identity/jobs.ts';
import {
  createFirebaseIdentity,
  createIdentity,
  type IdentityService,
} from '#server/integrations/identity.ts';
import type { Integration, IntegrationDeps } from './integration.ts';

/** The identity provider: hosted Firebase, or ours. */
export async function createIdentityIntegration(
  deps: IntegrationDeps,
): Promise<
  Integration<IdentityService, PublicConfig['identity']> & Pick<IdentityProvider, 'notifySessionsEnded'>
> {
  const { config, inside } = deps;
  const base = {
    ...deps,
    db: deps.database,
    publicUrl: config.publicUrl,
    google: config.google,
    clientAddress: deps.address,
  };
  const { sessionLife } = config.identitySettings;
  const jobs = identityJobs({ db: deps.database, clock: deps.clock, rest: sessionLife.rest });
  if (config.identity.provider === 'firebase') {
    return {
      adapter: createFirebaseIdentity(config.identity.projectId, fetchWithTimeout()),
      // There the vendor's own widget must come first, which this site does not load.
      publicConfig: { ...config.identity, textMessages: false },
      origins: { connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'] },
      mounted: [pagesPath, await createStandaloneGooglePages(base)],
      jobs,
      // What a provider of ours that was here before had still to tell is over.
      notifySessionsEnded: async () => {},
    };
  }
  const provider = await createIdentityProvider({
    ...base,
    settings: config.identitySettings,
    endpoint: {
      url: `${config.publicUrl}/api/identity/ended-sessions`,
      fetch: (request) => inside(request),
    },
  });
  const { apiKey, authDomain, projectId } = provider;
  return {
    adapter: createIdentity({
      issuer: provider.issuer,
      audience: projectId,
      jwksUrl: provider.jwksUrl,
      algorithms: ['ES256'],
      fetch: (input, init) => inside(new Request(input, init)),
      administration: {
        accounts: `${config.publicUrl}/identity/v1/projects/${projectId}/accounts`,
        token: provider.adminToken,
      },
    }),
    publicConfig: {
      provider: 'embedded',
      apiKey,
      authDomain,
      projectId,
      textMessages: config.identitySettings.textMessages,
    },
    origins: {},
    builtInProviders: ['identity provider'],
    mounted: ['/identity', provider.app],
    refusalBody: overloadBody,
    // Beside the outbox's own rounds: a mail server that hangs must not keep a thief signed in.
    jobs: [
      ...jobs,
      { name: 'ended sessions', everyMs: seconds(0.5), run: () => deps.outbox.deliver('sessions-ended') },
    ],
    notifySessionsEnded: provider.notifySessionsEnded,
  };
}
