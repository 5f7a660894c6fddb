import type { PublicConfig } from '#contract/config.ts';
import { joinOrigins } from '#platform/http/content-policy.ts';
import type { OverloadBody } from '#platform/http/load-shedding/overload-response.ts';
import { cardsMigrations } from '#providers/card-sandbox/schema/migrations.ts';
import { identityMigrations } from '#providers/identity/schema/migrations.ts';
import { imagesMigrations } from '#providers/images/schema/migrations.ts';
import { createCardIntegration } from './cards.ts';
import { createIdentityIntegration } from './identity.ts';
import { createImageIntegration } from './images.ts';
import type { IntegrationDeps } from './integration.ts';

export const builtInMigrations = [identityMigrations, cardsMigrations, imagesMigrations];

/** What it lets anybody do, so that nobody opens such a site to the world. */
const googleStandIn = 'Google (anybody may sign in as anybody)';

/** Opens each third party: the configured one, or what stands in for it. Both speak the same protocol. */
export async function createIntegrations(room: IntegrationDeps) {
  const identity = await createIdentityIntegration(room);
  const cards = await createCardIntegration(room);
  const images = await createImageIntegration(room);
  const parties = [identity, cards, images];
  return {
    adapters: { identity: identity.adapter, cards: cards.adapter, images: images.adapter },
    publicConfig: {
      identity: identity.told,
      cards: cards.told,
      images: images.told,
      parts: room.config.parts,
    } satisfies PublicConfig,
    standIns: [
      ...parties.flatMap(({ standIns }) => standIns ?? []),
      ...(room.config.google === 'stand-in' ? [googleStandIn] : []),
    ],
    mounted: parties.flatMap(({ mounted }) => (mounted ? [mounted] : [])),
    refusalBody: ((path, retryAfter) =>
      parties
        .find(({ mounted }) => mounted && path.startsWith(`${mounted[0]}/`))
        ?.refusalBody?.(path, retryAfter)) satisfies OverloadBody,
    origins: joinOrigins(parties.map(({ origins }) => origins)),
    jobs: parties.flatMap(({ jobs }) => jobs ?? []),
    hotPlaces: parties.flatMap(({ hot }) => hot ?? []),
    uploadSample: images.uploadSample,
    deliverCardEvent: cards.deliverEvent,
    tellEnded: identity.tellEnded,
  };
}
