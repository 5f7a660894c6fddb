import { siteConfig } from '#web/api/config.ts';
import { queryOptions } from '#web/api/queries.ts';
import { fetchPart } from '#web/site/lost-part.ts';
import type { CardForm } from './charge.ts';

/** The card form of the provider that this site uses; each loads only when it is the one. */
async function openCardForm(): Promise<CardForm> {
  const { provider, publishableKey } = (await siteConfig()).cards;
  return provider === 'stripe'
    ? (await fetchPart(import('./stripe-cards.tsx'))).stripeCardForm(publishableKey)
    : (await fetchPart(import('./sandbox-cards.tsx'))).sandboxCardForm(publishableKey);
}

export const cardFormQuery = queryOptions({
  queryKey: ['card-form'],
  queryFn: openCardForm,
  staleTime: Number.POSITIVE_INFINITY,
  meta: { public: true },
});
