import type { AuthenticationTable } from '../schema/tables.ts';

/** What the browser has to do next: go to the bank's page, of its own, or as Stripe.js would take it there. */
export function toNextAction({ url, return_url }: AuthenticationTable) {
  return return_url
    ? { type: 'redirect_to_url', redirect_to_url: { url, return_url } }
    : {
        type: 'use_stripe_sdk',
        use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url },
      };
}
