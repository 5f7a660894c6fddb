/** How a test card ends: Stripe's published test numbers, https://docs.stripe.com/testing#cards. */
export type TestOutcome = 'success' | Refusal;
export type Refusal = keyof typeof refusals;

/** What Stripe says of each refusal. */
export const refusals = {
  generic_decline: { code: 'card_declined', message: 'Your card was declined.' },
  insufficient_funds: { code: 'card_declined', message: 'Your card has insufficient funds.' },
  lost_card: { code: 'card_declined', message: 'Your card was declined.' },
  stolen_card: { code: 'card_declined', message: 'Your card was declined.' },
  card_velocity_exceeded: {
    code: 'card_declined',
    message:
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  },
  authentication_required: {
    code: 'card_declined',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
} as const;

export type TestCard = { brand: string; funding: 'credit' | 'debit' | 'prepaid'; outcome: TestOutcome };

const credit = (brand: string, outcome: TestOutcome = 'success'): TestCard => ({
  brand,
  funding: 'credit',
  outcome,
});
const debit = (brand: string): TestCard => ({ brand, funding: 'debit', outcome: 'success' });

export const testCards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': credit('visa'),
  '4000056655665556': debit('visa'),
  '5555555555554444': credit('mastercard'),
  '2223003122003222': credit('mastercard'),
  '5200828282828210': debit('mastercard'),
  '5105105105105100': { brand: 'mastercard', funding: 'prepaid', outcome: 'success' },
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
  '4000000000003055': credit('visa'),
  '4000000000000002': credit('visa', 'generic_decline'),
  '4000000000009995': credit('visa', 'insufficient_funds'),
  '4000000000009987': credit('visa', 'lost_card'),
  '4000000000009979': credit('visa', 'stolen_card'),
  '4000000000006975': credit('visa', 'card_velocity_exceeded'),
  '4000000000000069': credit('visa', 'expired_card'),
  '4000000000000127': credit('visa', 'incorrect_cvc'),
  '4000000000000119': credit('visa', 'processing_error'),
  '4000000000003220': credit('visa', 'authentication_required'),
  '4000000000003063': credit('visa', 'authentication_required'),
  '4000002500003155': credit('visa', 'authentication_required'),
  '4000002760003184': credit('visa', 'authentication_required'),
};
