import type { MethodTable } from '../schema/tables.ts';

/** The payment method as Stripe writes it. */
export function toPaymentMethod(row: MethodTable) {
  return {
    id: row.id,
    object: 'payment_method' as const,
    allow_redisplay: 'unspecified' as const,
    billing_details: toBillingDetails(row),
    card: cardOf(row),
    created: Math.floor(row.created_at / 1000),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card' as const,
  };
}

export function toBillingDetails(row: MethodTable) {
  return {
    address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
    email: row.billing_email,
    name: row.billing_name,
    phone: null,
    tax_id: null,
  };
}

export function cardOf(row: MethodTable) {
  return {
    brand: row.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: 'unchecked' as const,
    },
    country: 'US',
    display_brand: row.brand,
    exp_month: row.exp_month,
    exp_year: row.exp_year,
    // Made of the number at Stripe; the sandbox keeps nothing that is.
    fingerprint: null,
    funding: row.funding,
    generated_from: null,
    last4: row.last4,
    networks: { available: [row.brand], preferred: null },
    regulated_status: 'unregulated' as const,
    // https://docs.stripe.com/testing#three-ds-cards: not on the American Express numbers.
    three_d_secure_usage: { supported: row.brand !== 'amex' },
    wallet: null,
  };
}
