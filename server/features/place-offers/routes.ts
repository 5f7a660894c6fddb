import type { Context } from 'hono';
import * as contract from '#contract/place-offers.ts';
import type { DonorDetails } from '#contract/waiting-list.ts';
import { AppError } from '#platform/errors.ts';
import type { RequestLimit } from '#platform/http/limits.ts';
import type { Routes } from '#server/http/route.ts';
import type { OfferClaims, OfferTokens } from './rules.ts';

/** What the links of one purpose do. @throws AppError not-found (404), already-chosen (409), link-expired (410) */
type OfferActions = {
  describe: (claims: OfferClaims) => Promise<contract.PlaceOffer>;
  accept: (
    claims: OfferClaims,
    details: DonorDetails,
  ) => Promise<{ success: boolean; message?: string; nextFree?: string[] }>;
  decline: (claims: OfferClaims) => Promise<void>;
};

type Options = {
  tokens: OfferTokens;
  actions: Record<OfferClaims['purpose'], OfferActions>;
  /** Counts an invalid link for the client's address. */
  countInvalidLink: (c: Context) => ReturnType<RequestLimit>;
};

/** The links to places, which work without signing in. */
export function mountPlaceOffers(
  { publicEndpoint }: Routes,
  { tokens, actions, countInvalidLink }: Options,
): void {
  publicEndpoint(contract.getPlaceOffer, async ({ c, body }) => {
    const claims = await readToken(c, body.token);
    return actions[claims.purpose].describe(claims);
  });

  publicEndpoint(contract.acceptPlaceOffer, async ({ c, body: { token, ...details } }) => {
    const claims = await readToken(c, token);
    return actions[claims.purpose].accept(claims, details);
  });

  publicEndpoint(contract.declinePlaceOffer, async ({ c, body }) => {
    const claims = await readToken(c, body.token);
    await actions[claims.purpose].decline(claims);
    return undefined;
  });

  async function readToken(c: Context, token: string): Promise<OfferClaims> {
    try {
      return tokens.read(token);
    } catch (error) {
      if (error instanceof AppError) await countInvalidLink(c);
      throw error;
    }
  }
}
