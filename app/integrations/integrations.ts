import type { PublicConfig } from '#contract/config.ts';
import { joinOrigins } from '#platform/http/content-policy.ts';
import type { RefusalBody } from '#platform/http/load-shedding/overload-response.ts';
import { cardsMigrations } from '#providers/card-sandbox/schema/migrations.ts';
import { identityMigrations } from '#providers/identity/schema/migrations.ts';
import { imagesMigrations } from '#providers/images/schema/migrations.ts';
import { openCards } from './cards.ts';
import { openIdentity } from './identity.ts';
import { openImages } from './images.ts';
import type { Room } from './integration.ts';

export const standInMigrations = [identityMigrations, cardsMigrations, imagesMigrations];

/** What it lets anybody do, so that nobody opens such a site to the world. */
const googleStandIn = 'Google (anybody may sign in as anybody)';

/** Opens each third party: the configured one, or what stands in for it. Both speak the same protocol. */
export async function openThirdParties(room: Room) {
  const identity = await openIdentity(room);
  const cards = await openCards(room);
  const images = await openImages(room);
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
        ?.refusalBody?.(path, retryAfter)) satisfies RefusalBody,
    origins: joinOrigins(parties.map(({ origins }) => origins)),
    jobs: parties.flatMap(({ jobs }) => jobs ?? []),
    hotPlaces: parties.flatMap(({ hot }) => hot ?? []),
    uploadSample: images.uploadSample,
    deliverCardEvent: cards.deliverEvent,
    tellEnded: identity.tellEnded,
  };
}
