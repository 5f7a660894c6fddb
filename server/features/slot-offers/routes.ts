import type { Context } from 'hono';
import * as contract from '#contract/slot-offers.ts';
import type { DonorDetails } from '#contract/waiting-list.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import { acceptMove, declineMove, describeMoveOffer } from '#server/features/closings/rules.ts';
import { type OfferClaims, readOfferToken } from '#server/features/offer-links/offer-tokens.ts';
import { bookAgain, describeBookAgainOffer } from '#server/features/unconfirmed-bookings/book-again.ts';
import { acceptOffer, declineOffer, describeOffer } from '#server/features/waiting-list/offers.ts';
import type { Routes } from '#server/http/route.ts';

/**
 * The actions of the links with one purpose.
 * @throws AppError credentials-refused (403), not-found (404), already-chosen, day-closed, day-taken (409),
 * link-expired (410), invalid-fields (422)
 */
type OfferActions = {
  describe: (core: Core, claims: OfferClaims) => Promise<contract.SlotOffer>;
  accept: (
    core: Core,
    claims: OfferClaims,
    details: DonorDetails,
  ) => Promise<{ success: boolean; message?: string; nextFree?: string[] }>;
  decline: (core: Core, claims: OfferClaims) => Promise<void>;
};

const actions: Record<OfferClaims['purpose'], OfferActions> = {
  move: { describe: describeMoveOffer, accept: acceptMove, decline: declineMove },
  'waiting-list': { describe: describeOffer, accept: acceptOffer, decline: declineOffer },
  'book-again': {
    describe: describeBookAgainOffer,
    accept: bookAgain,
    // There is nothing to decline, because the appointment is already canceled.
    decline: async () => {},
  },
};

/** Adds the endpoints of links to slots, which work without signing in. */
export function mountSlotOffers({ publicEndpoint }: Routes, core: Core): void {
  publicEndpoint(contract.getSlotOffer, async ({ c, body }) => {
    const claims = await readToken(c, body.token);
    return actions[claims.purpose].describe(core, claims);
  });

  publicEndpoint(contract.acceptSlotOffer, async ({ c, body: { token, ...details } }) => {
    const claims = await readToken(c, token);
    return actions[claims.purpose].accept(core, claims, details);
  });

  publicEndpoint(contract.declineSlotOffer, async ({ c, body }) => {
    const claims = await readToken(c, body.token);
    await actions[claims.purpose].decline(core, claims);
    return undefined;
  });

  async function readToken(c: Context, token: string): Promise<OfferClaims> {
    try {
      return readOfferToken(core, token);
    } catch (error) {
      if (error instanceof AppError) await core.countInvalidLink(c);
      throw error;
    }
  }
}
