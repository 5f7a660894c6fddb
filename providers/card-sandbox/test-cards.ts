import type { MethodRow } from './schema/tables.ts';

export type TestCard = {
  number: string;
  brand: string;
  funding: 'credit' | 'debit' | 'prepaid';
  outcome: MethodRow['outcome'];
  authentication: 'never' | 'always';
};

type CardRow = [number: string, brand: string, overrides?: Partial<TestCard>, ...names: string[]];

const debit = { funding: 'debit' } as const;
const requiresAuthentication = { authentication: 'always' } as const;
const requiresAuthenticationThenFails = { ...requiresAuthentication, outcome: 'insufficient_funds' } as const;

/**
 * Stripe's published test numbers and their payment methods `pm_card_...`: https://docs.stripe.com/testing.
 */
const cardRows: CardRow[] = [
  ['4242424242424242', 'visa', {}, 'visa'],
  ['4000056655665556', 'visa', debit, 'visa_debit'],
  ['5555555555554444', 'mastercard', {}, 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['5200828282828210', 'mastercard', debit, 'mastercard_debit'],
  ['5105105105105100', 'mastercard', { funding: 'prepaid' }, 'mastercard_prepaid'],
  ['378282246310005', 'amex', {}, 'amex'],
  ['371449635398431', 'amex'],
  ['6011111111111117', 'discover', {}, 'discover'],
  ['6011000990139424', 'discover'],
  ['6011981111111113', 'discover', debit],
  ['6555900000604105', 'discover'],
  ['3056930009020004', 'diners', {}, 'diners'],
  ['36227206271667', 'diners'],
  ['3566002020360505', 'jcb', {}, 'jcb'],
  ['6200000000000005', 'unionpay', {}, 'unionpay'],
  ['6200000000000047', 'unionpay', debit],
  ['6205500000000000004', 'unionpay'],
  ['4000000000000002', 'visa', { outcome: 'generic_decline' }, 'chargeDeclined'],
  ['4000000000009995', 'visa', { outcome: 'insufficient_funds' }, 'chargeDeclinedInsufficientFunds'],
  ['4000000000009987', 'visa', { outcome: 'lost_card' }, 'chargeDeclinedLostCard'],
  ['4000000000009979', 'visa', { outcome: 'stolen_card' }, 'chargeDeclinedStolenCard'],
  ['4000000000006975', 'visa', { outcome: 'card_velocity_exceeded' }, 'chargeDeclinedVelocityLimitExceeded'],
  ['4000000000000069', 'visa', { outcome: 'expired_card' }, 'chargeDeclinedExpiredCard'],
  ['4000000000000127', 'visa', { outcome: 'incorrect_cvc' }, 'chargeDeclinedIncorrectCvc'],
  ['4000000000000119', 'visa', { outcome: 'processing_error' }, 'chargeDeclinedProcessingError'],
  ['4100000000000019', 'visa', { outcome: 'fraudulent' }, 'chargeDeclinedFraudulent', 'radarBlock'],
  // Nothing happens after these payments: no refund is delayed or fails, and no charge is disputed.
  ['4000000000007726', 'visa', {}, 'pendingRefund'],
  ['4000000000005126', 'visa', {}, 'refundFail'],
  ['4000000000000259', 'visa', {}, 'createDispute'],
  ['4000000000002685', 'visa', {}, 'createDisputeProductNotReceived'],
  ['4000002760003184', 'visa', requiresAuthentication, 'authenticationRequired'],
  ['4000002500003155', 'visa', requiresAuthentication, 'authenticationRequiredOnSetup'],
  ['4000003800000446', 'visa', requiresAuthentication, 'authenticationRequiredSetupForOffSession'],
  [
    '4000008260003178',
    'visa',
    requiresAuthenticationThenFails,
    'authenticationRequiredChargeDeclinedInsufficientFunds',
  ],
  ['4000000000003220', 'visa', requiresAuthentication, 'threeDSecure2Required'],
  ['4000000000003063', 'visa', requiresAuthentication, 'threeDSecureRequired'],
  [
    '4000008400001629',
    'visa',
    { ...requiresAuthentication, outcome: 'generic_decline' },
    'threeDSecureRequiredChargeDeclined',
  ],
  // Authentication is impossible with the first card, and optional with the next two, so none of them
  // requires it.
  ['4000008400001280', 'visa', { outcome: 'generic_decline' }, 'threeDSecureRequiredProcessingError'],
  ['4000000000003055', 'visa', {}, 'threeDSecureOptional'],
  ['4000000000003097', 'visa', {}, 'threeDSecureOptionalProcessingError'],
];

const defaults = {
  funding: 'credit',
  outcome: 'success',
  authentication: 'never',
} as const;

/** Test cards, keyed by number. */
export const testCards: ReadonlyMap<string, TestCard> = new Map(
  cardRows.map(([number, brand, overrides]) => [number, { number, brand, ...defaults, ...overrides }]),
);

const numbersByName = new Map(
  cardRows.flatMap(([number, , , ...names]) => names.map((name) => [name, number])),
);

/** Returns the card of a name like `pm_card_visa`. Stripe accepts most declines with or without `visa_`. */
export function findTestCard(id: string): TestCard | undefined {
  const [, name = ''] = /^pm_card_(?:visa_(?=chargeDeclined))?(.*)$/.exec(id) ?? [];
  return testCards.get(numbersByName.get(name) ?? '');
}
