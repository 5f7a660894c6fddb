import { expect, test } from 'vitest';
import {
  afterBackgroundCheck,
  type CheckoutOutcome,
  canEnterCard,
  isTemporary,
  outcomeNote,
  outcomeProblem,
} from './outcome.ts';

const open: CheckoutOutcome = { kind: 'open' };
const declined: CheckoutOutcome = { kind: 'declined', error: { message: 'Your card was declined.' } };
const authentication: CheckoutOutcome = { kind: 'authentication' };
const processing: CheckoutOutcome = { kind: 'processing' };
const renewed: CheckoutOutcome = { kind: 'open', renewed: true };
const unknown: CheckoutOutcome = { kind: 'no-response', next: 'check' };
const sameCard = { usesOtherCard: false };

test('a background check does not replace a card form or an error message', () => {
  expect(afterBackgroundCheck(declined, open, sameCard)).toBe(declined);
  expect(afterBackgroundCheck(open, declined, sameCard)).toBe(open);
  expect(afterBackgroundCheck(open, unknown, sameCard)).toBe(open);
  expect(afterBackgroundCheck(authentication, unknown, sameCard)).toBe(authentication);
  expect(afterBackgroundCheck(open, authentication, { usesOtherCard: true })).toBe(open);
});

test('a background check shows the outcome of another tab', () => {
  expect(afterBackgroundCheck(open, authentication, sameCard)).toBe(authentication);
  expect(afterBackgroundCheck(open, processing, sameCard)).toBe(processing);
  expect(afterBackgroundCheck(authentication, declined, sameCard)).toBe(declined);
  expect(afterBackgroundCheck(unknown, open, sameCard)).toBe(open);
  expect(afterBackgroundCheck(declined, renewed, sameCard)).toBe(renewed);
});

test('only outcomes that may change elsewhere are temporary', () => {
  const unsaved = (failure: 'unreachable' | 'rejected') =>
    ({ kind: 'unsaved', transactionId: 'pi_1', failure }) as const;
  const temporary = [authentication, processing, unknown, unsaved('unreachable')];
  const permanent = [open, declined, unsaved('rejected')];
  expect(temporary.every(isTemporary)).toBe(true);
  expect(permanent.some(isTemporary)).toBe(false);
});

test('a card can be entered while the PaymentIntent is open or the last card got no response', () => {
  expect([open, renewed, declined, { kind: 'no-response', next: 'card' } as const].every(canEnterCard)).toBe(
    true,
  );
  expect([authentication, processing, unknown].some(canEnterCard)).toBe(false);
});

test("the provider's message is unchanged; only after a decline, a note says that nothing was charged", () => {
  const texts = (code: string) => {
    const outcome = { kind: 'declined', error: { code, message: 'No.' } } as const;
    return [outcomeProblem(outcome, true), outcomeNote(outcome)];
  };
  expect(texts('card_declined')).toEqual(['No.', 'You were not charged. Try another card.']);
  expect(texts('incomplete_cvc')).toEqual(['No.', undefined]);
});

test('while it is unknown whether the card was charged, the text asks not to pay again', () => {
  const texts = [outcomeNote(processing), outcomeProblem(unknown, true), outcomeProblem(unknown, false)];
  for (const text of texts) expect(text).toContain('Do not pay a second time.');
});
