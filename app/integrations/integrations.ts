import type { PublicConfig } from '#contract/config.ts';
import { joinOrigins } from '#platform/http/content-policy.ts';
import type { OverloadBody } from '#platform/http/overload-response.ts';
import type { OutboxHandler } from '#platform/jobs/outbox.ts';
import { cardsMigrations } from '#providers/card-sandbox/schema/migrations.ts';
import { identityMigrations } from '#providers/identity/schema/migrations.ts';
import { imagesMigrations } from '#providers/images/schema/migrations.ts';
import { version } from '../version.ts';
import { createCardIntegration } from './cards.ts';
import { createIdentityIntegration } from './identity.ts';
import { createImageIntegration } from './images.ts';
import type { IntegrationDeps } from './integration.ts';

export const builtInMigrations = [identityMigrations, cardsMigrations, imagesMigrations];

/** The startup message shows this, to warn operators against publishing such a site. */
const testGoogle = 'test Google account chooser (anyone can sign in as anyone)';

/** Creates the integration of each outside system: the configured service or the built-in provider. */
export async function createIntegrations(deps: IntegrationDeps) {
  const identity = await createIdentityIntegration(deps);
  const cards = await createCardIntegration(deps);
  const images = await createImageIntegration(deps);
  const integrations = [identity, cards, images];
  return {
    adapters: {
      identity: identity.adapter,
      cards: cards.adapter,
      images: images.adapter,
      contentImages: images.contentAdapter,
    },
    publicConfig: {
      version,
      identity: identity.publicConfig,
      cards: cards.publicConfig,
      images: images.publicConfig,
      contentImages: images.contentConfig,
      features: deps.config.features,
    } satisfies PublicConfig,
    builtInProviders: [
      ...integrations.flatMap(({ builtInProviders }) => builtInProviders ?? []),
      ...(deps.config.google === 'built-in' ? [testGoogle] : []),
    ],
    mounts: integrations.flatMap(({ mount }) => (mount ? [mount] : [])),
    overloadBody: ((path, retryAfter) =>
      integrations
        .find(({ mount }) => mount && path.startsWith(`${mount[0]}/`))
        ?.overloadBody?.(path, retryAfter)) satisfies OverloadBody,
    waitingRequests: () =>
      integrations.reduce((sum, integration) => sum + (integration.waitingRequests?.() ?? 0), 0),
    origins: joinOrigins(integrations.map(({ origins }) => origins)),
    jobs: integrations.flatMap(({ jobs }) => jobs ?? []),
    memoScopes: integrations.flatMap(({ memoScope }) => memoScope ?? []),
    uploadSample: images.uploadSample,
    handlers: Object.assign({}, ...integrations.map(({ handlers }) => handlers)) as Record<
      string,
      OutboxHandler
    >,
  };
}

export type Integrations = Awaited<ReturnType<typeof createIntegrations>>;
