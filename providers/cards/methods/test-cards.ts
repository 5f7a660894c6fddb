import type { DisputeReason } from '../schema/tables.ts';
import type { Refusal } from './refusals.ts';

/** How a test card ends: Stripe's published test numbers, https://docs.stripe.com/testing#cards. */
export type TestOutcome = 'success' | Refusal;

/**
 * Whether the bank asks the owner of the card first. One `on_session` counts as set up before: it is not asked about a
 * payment that its owner does not watch, where one that is `always` asked about is declined.
 */
export type Authentication = 'never' | 'on_session' | 'always';

/** What becomes of a refund: https://docs.stripe.com/testing#refunds. */
export type RefundOutcome = 'succeeds' | 'succeeds_later' | 'fails_later';

export type TestCard = {
  brand: string;
  funding: 'credit' | 'debit' | 'prepaid';
  outcome: TestOutcome;
  authentication: Authentication;
  refund: RefundOutcome;
  /** https://docs.stripe.com/testing#disputes */
  dispute: DisputeReason | null;
};

const credit = (brand: string, outcome: TestOutcome = 'success'): TestCard => ({
  brand,
  funding: 'credit',
  outcome,
  authentication: 'never',
  refund: 'succeeds',
  dispute: null,
});
const debit = (brand: string): TestCard => ({ ...credit(brand), funding: 'debit' });
const asked = (outcome?: TestOutcome, authentication: Authentication = 'always'): TestCard => ({
  ...credit('visa', outcome),
  authentication,
});

export const testCards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': credit('visa'),
  '4000056655665556': debit('visa'),
  '5555555555554444': credit('mastercard'),
  '2223003122003222': credit('mastercard'),
  '5200828282828210': debit('mastercard'),
  '5105105105105100': { ...credit('mastercard'), funding: 'prepaid' },
  '378282246310005': credit('amex'),
  '371449635398431': credit('amex'),
  '6011111111111117': credit('discover'),
  '6011000990139424': credit('discover'),
  '6011981111111113': debit('discover'),
  '3056930009020004': credit('diners'),
  '36227206271667': credit('diners'),
  '3566002020360505': credit('jcb'),
  '6200000000000005': credit('unionpay'),
  '6200000000000047': debit('unionpay'),
  '6205500000000000004': credit('unionpay'),
  '6555900000604105': credit('discover'),
  '4000000000000002': credit('visa', 'generic_decline'),
  '4000000000009995': credit('visa', 'insufficient_funds'),
  '4000000000009987': credit('visa', 'lost_card'),
  '4000000000009979': credit('visa', 'stolen_card'),
  '4000000000006975': credit('visa', 'card_velocity_exceeded'),
  '4000000000000069': credit('visa', 'expired_card'),
  '4000000000000127': credit('visa', 'incorrect_cvc'),
  '4000000000000119': credit('visa', 'processing_error'),
  '4100000000000019': credit('visa', 'fraudulent'),
  '4000000000007726': { ...credit('visa'), refund: 'succeeds_later' },
  '4000000000005126': { ...credit('visa'), refund: 'fails_later' },
  '4000000000000259': { ...credit('visa'), dispute: 'fraudulent' },
  '4000000000002685': { ...credit('visa'), dispute: 'product_not_received' },
  // 3-D Secure: https://docs.stripe.com/testing#regulatory-cards
  '4000002500003155': asked(),
  '4000002760003184': asked(),
  '4000003800000446': asked('success', 'on_session'),
  '4000008260003178': asked('insufficient_funds', 'on_session'),
  '4000000000003220': asked(),
  '4000000000003063': asked(),
  '4000008400001629': asked('generic_decline'),
  // Here the bank cannot even be asked.
  '4000008400001280': credit('visa', 'generic_decline'),
  // Could be asked about, and are not without a rule that says so.
  '4000000000003055': credit('visa'),
  '4000000000003097': credit('visa'),
};

/** What Stripe calls some of them: each is a payment method `pm_card_...` and a token `tok_...`. */
export const testNames: Readonly<Record<string, string>> = {
  visa: '4242424242424242',
  visa_debit: '4000056655665556',
  mastercard: '5555555555554444',
  mastercard_debit: '5200828282828210',
  mastercard_prepaid: '5105105105105100',
  amex: '378282246310005',
  discover: '6011111111111117',
  diners: '3056930009020004',
  jcb: '3566002020360505',
  unionpay: '6200000000000005',
  chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  chargeDeclinedLostCard: '4000000000009987',
  chargeDeclinedStolenCard: '4000000000009979',
  chargeDeclinedVelocityLimitExceeded: '4000000000006975',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedIncorrectCvc: '4000000000000127',
  chargeDeclinedProcessingError: '4000000000000119',
  chargeDeclinedFraudulent: '4100000000000019',
  radarBlock: '4100000000000019',
  refundFail: '4000000000005126',
  pendingRefund: '4000000000007726',
  createDispute: '4000000000000259',
  createDisputeProductNotReceived: '4000000000002685',
  authenticationRequired: '4000002760003184',
  authenticationRequiredOnSetup: '4000002500003155',
  authenticationRequiredSetupForOffSession: '4000003800000446',
  authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
  threeDSecure2Required: '4000000000003220',
  threeDSecureRequired: '4000000000003063',
  threeDSecureRequiredChargeDeclined: '4000008400001629',
  threeDSecureRequiredProcessingError: '4000008400001280',
  threeDSecureOptional: '4000000000003055',
  threeDSecureOptionalProcessingError: '4000000000003097',
  amex_threeDSecureNotSupported: '378282246310005',
};
