import type { PublicConfig } from '#contract/config.ts';
import { withTables } from '#platform/database/with-tables.ts';
import { fetchWithTimeout } from '#platform/http/fetch-with-timeout.ts';
import { pagesPath } from '#providers/identity/google/google.ts';
import { createStandaloneGooglePages } from '#providers/identity/google/pages.ts';
import { createOverloadBody } from '#providers/identity/http/errors.ts';
import { createIdentityProvider } from '#providers/identity/identity.ts';
import { createIdentityJobs } from '#providers/identity/jobs.ts';
import type { Tables } from '#server/db/tables.ts';
import { listRoles } from '#server/features/staff/roles-repository.ts';
import { endIdentitySessions } from '#server/features/users/rules.ts';
import {
  createFirebaseIdentity,
  createIdentity,
  type IdentityService,
} from '#server/integrations/identity.ts';
import type { Integration, IntegrationDeps } from './integration.ts';

/** Creates the integration of the identity provider: hosted Firebase, or the built-in provider. */
export async function createIdentityIntegration(
  deps: IntegrationDeps,
): Promise<Integration<IdentityService, PublicConfig['identity']>> {
  const { config, clock } = deps;
  const base = {
    ...deps,
    db: deps.database,
    publicUrl: config.publicUrl,
    google: config.google,
    getClientAddress: deps.address,
  };
  const jobs = createIdentityJobs({
    db: deps.database,
    clock,
    settings: config.identitySettings,
  });
  if (config.identity.provider === 'firebase') {
    return {
      adapter: createFirebaseIdentity(config.identity.projectId, fetchWithTimeout()),
      // This site does not load the reCAPTCHA widget that Firebase requires for text messages.
      publicConfig: { ...config.identity, textMessages: false },
      origins: { connect: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'] },
      mount: [pagesPath, await createStandaloneGooglePages(base)],
      jobs,
      handlers: {},
    };
  }
  const provider = await createIdentityProvider({
    ...base,
    settings: config.identitySettings,
    requiresSecondFactor: async (db, userId) =>
      (await listRoles(withTables<Tables>(db), { userId })).length > 0,
    onSessionsEnded: (trx, sessionIds) => endIdentitySessions(withTables<Tables>(trx), sessionIds, clock()),
  });
  const { apiKey, authDomain, projectId } = provider;
  return {
    adapter: createIdentity({
      issuer: provider.issuer,
      audience: projectId,
      findKey: provider.findKey,
      algorithms: ['ES256'],
      accounts: provider.accounts,
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
    mount: ['/identity', provider.app],
    overloadBody: createOverloadBody,
    waitingRequests: provider.waitingRequests,
    jobs,
    handlers: {},
  };
}
