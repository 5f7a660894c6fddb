import type { Standing } from './standing.ts';

/** Where the browser goes back to, told how it ended as Stripe tells it; nothing when nobody said where. */
export function returnAddress({ authentication, intent, state }: Standing): string | undefined {
  if (!authentication.return_url) return undefined;
  const url = new URL(authentication.return_url);
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret);
  url.searchParams.set('redirect_status', state === 'paid' ? 'succeeded' : 'failed');
  return url.href;
}
