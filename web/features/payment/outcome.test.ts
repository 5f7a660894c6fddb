import { expect, test } from 'vitest';
import { afterBackgroundCheck, type CheckoutOutcome, canEnterCard, isTemporary } from './outcome.ts';

const open: CheckoutOutcome = { kind: 'open' };
const declined: CheckoutOutcome = { kind: 'declined', error: { message: 'Your card was declined.' } };
const bankAsks: CheckoutOutcome = { kind: 'authentication' };
const processing: CheckoutOutcome = { kind: 'processing' };
const renewed: CheckoutOutcome = { kind: 'open', renewed: true };
const unknown: CheckoutOutcome = { kind: 'no-answer', to: 'look' };
const sameCard = { usesOtherCard: false };

test('a look that nobody asked for takes no form and no message away', () => {
  expect(afterBackgroundCheck(declined, open, sameCard)).toBe(declined);
  expect(afterBackgroundCheck(open, declined, sameCard)).toBe(open);
  expect(afterBackgroundCheck(open, unknown, sameCard)).toBe(open);
  expect(afterBackgroundCheck(bankAsks, unknown, sameCard)).toBe(bankAsks);
  expect(afterBackgroundCheck(open, bankAsks, { usesOtherCard: true })).toBe(open);
});

test('what another tab has done is shown', () => {
  expect(afterBackgroundCheck(open, bankAsks, sameCard)).toBe(bankAsks);
  expect(afterBackgroundCheck(open, processing, sameCard)).toBe(processing);
  expect(afterBackgroundCheck(bankAsks, declined, sameCard)).toBe(declined);
  expect(afterBackgroundCheck(unknown, open, sameCard)).toBe(open);
  expect(afterBackgroundCheck(declined, renewed, sameCard)).toBe(renewed);
});

test('only what may change elsewhere may pass by itself', () => {
  const unsaved = (failure: 'unreachable' | 'refused') =>
    ({ kind: 'unsaved', transactionId: 'pi_1', failure }) as const;
  const passing = [bankAsks, processing, unknown, unsaved('unreachable')];
  const staying = [open, declined, unsaved('refused')];
  expect(passing.every(isTemporary)).toBe(true);
  expect(staying.some(isTemporary)).toBe(false);
});

test('a card is taken while the charge is open or nobody answered the one given', () => {
  expect([open, renewed, declined, { kind: 'no-answer', to: 'card' } as const].every(canEnterCard)).toBe(
    true,
  );
  expect([bankAsks, processing, unknown].some(canEnterCard)).toBe(false);
});
