import { describe, expect, test, vi } from 'vitest';
import type { CardAnswer } from './charge.ts';
import { type CheckoutPorts, checkout } from './checkout.ts';

const succeeded: CardAnswer = { charge: { id: 'pi_1', status: 'succeeded' } };
const open: CardAnswer = { charge: { id: 'pi_1', status: 'requires_payment_method' } };
const declined: CardAnswer = { error: { code: 'card_declined', message: 'Your card was declined.' } };

const ports = (given: Partial<CheckoutPorts> = {}) => ({
  retrieve: vi.fn(given.retrieve ?? (async () => open)),
  save: vi.fn(given.save ?? (async () => undefined)),
  wait: vi.fn(async () => {}),
});
const lost = async (): Promise<never> => {
  throw new TypeError('Failed to fetch');
};

describe('paying', () => {
  test('[PAY-03] a charge that succeeded is saved with its id', async () => {
    const outside = ports();
    expect(await checkout(outside).pay(async () => succeeded)).toEqual({
      kind: 'paid',
      transactionId: 'pi_1',
    });
    expect(outside.save).toHaveBeenCalledExactlyOnceWith('pi_1');
  });

  test("[PAY-04] a declined card gives the provider's own message and saves nothing", async () => {
    const outside = ports();
    const paying = checkout(outside);
    expect(await paying.pay(async () => declined)).toEqual({
      kind: 'declined',
      message: 'Your card was declined.',
    });
    expect(outside.save).not.toHaveBeenCalled();
    expect((await paying.pay(async () => succeeded)).kind).toBe('paid');
  });

  test('pressing twice confirms once, and both presses end alike', async () => {
    const confirm = vi.fn(async () => succeeded);
    const paying = checkout(ports());
    const both = await Promise.all([paying.pay(confirm), paying.pay(confirm)]);
    expect(confirm).toHaveBeenCalledOnce();
    expect(both.map(({ kind }) => kind)).toEqual(['paid', 'paid']);
  });

  test('a charge that waits for its bank is neither saved nor called paid', async () => {
    const outside = ports();
    const confirm = async (): Promise<CardAnswer> => ({ charge: { id: 'pi_1', status: 'requires_action' } });
    expect(await checkout(outside).pay(confirm)).toEqual({ kind: 'unfinished', status: 'requires_action' });
    expect(outside.save).not.toHaveBeenCalled();
  });
});

describe('when the saving fails after the charge', () => {
  test('it is tried again with pauses, and the payer never notices', async () => {
    const answers = ['unreachable', 'unreachable', undefined] as const;
    let tries = 0;
    const outside = ports({ save: async () => answers[tries++] });
    expect((await checkout(outside).pay(async () => succeeded)).kind).toBe('paid');
    expect(outside.wait.mock.calls).toEqual([[1_000], [3_000]]);
  });

  test('it says so when it stays away; the next press saves and never charges again', async () => {
    let away = true;
    const outside = ports({ save: async () => (away ? 'unreachable' : undefined) });
    const confirm = vi.fn(async () => succeeded);
    const paying = checkout(outside);
    expect(await paying.pay(confirm)).toEqual({
      kind: 'unsaved',
      transactionId: 'pi_1',
      failure: 'unreachable',
    });
    away = false;
    expect((await paying.pay(confirm)).kind).toBe('paid');
    expect(confirm).toHaveBeenCalledOnce();
  });

  test('a plain refusal is not repeated', async () => {
    const outside = ports({ save: async () => 'gone' });
    expect(await checkout(outside).pay(async () => succeeded)).toMatchObject({ failure: 'gone' });
    expect(outside.save).toHaveBeenCalledOnce();
  });
});

describe('when the confirmation is never answered', () => {
  test('a charge that went through all the same is saved', async () => {
    const outside = ports({ retrieve: async () => succeeded });
    expect(await checkout(outside).pay(lost)).toEqual({ kind: 'paid', transactionId: 'pi_1' });
  });

  test('a charge that is still open may be tried again', async () => {
    expect(await checkout(ports()).pay(lost)).toEqual({ kind: 'no-answer' });
  });

  test('without any answer nothing is claimed', async () => {
    expect(await checkout(ports({ retrieve: lost })).pay(lost)).toEqual({ kind: 'no-answer' });
  });

  test('a second confirmation refused because the first succeeded is saved', async () => {
    const outside = ports({ retrieve: async () => succeeded });
    const refused = async (): Promise<CardAnswer> => ({
      error: { code: 'payment_intent_unexpected_state', message: 'This intent has already succeeded.' },
    });
    expect((await checkout(outside).pay(refused)).kind).toBe('paid');
  });
});

describe('coming back to the page', () => {
  test('an open charge shows the form', async () => {
    expect(await checkout(ports()).resume()).toEqual({ kind: 'open' });
  });

  test('a charge that has succeeded goes straight to saving', async () => {
    const outside = ports({ retrieve: async () => succeeded });
    expect(await checkout(outside).resume()).toEqual({ kind: 'paid', transactionId: 'pi_1' });
    expect(outside.save).toHaveBeenCalledExactlyOnceWith('pi_1');
  });
});
