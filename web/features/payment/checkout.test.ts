import { describe, expect, test, vi } from 'vitest';
import { type CheckoutDeps, checkout as checkoutOf } from './checkout.ts';
import type { CardResult } from './payment-intent.ts';

const succeeded: CardResult = { charge: { id: 'pi_1', status: 'succeeded' } };
const open: CardResult = { charge: { id: 'pi_1', status: 'requires_payment_method' } };
const declined: CardResult = { error: { code: 'card_declined', message: 'Your card was declined.' } };

const refused: CardResult = {
  charge: { id: 'pi_1', status: 'requires_payment_method', refusal: { message: 'Your card was declined.' } },
};
const bankAsks: CardResult = { charge: { id: 'pi_1', status: 'requires_action' } };
const inState = (status: 'processing' | 'canceled'): CardResult => ({ charge: { id: 'pi_1', status } });
const unexpected: CardResult = {
  error: { code: 'payment_intent_unexpected_state', message: 'This intent has ended.' },
};

const checkout = (outside: CheckoutDeps) => checkoutOf(outside, 'pi_1_secret_1');

const ports = (given: Partial<CheckoutDeps> = {}) => ({
  retrieve: vi.fn(given.retrieve ?? (async () => open)),
  renew: vi.fn(given.renew ?? (async () => 'pi_2_secret_2')),
  save: vi.fn(given.save ?? (async () => undefined)),
  wait: vi.fn(async () => {}),
});
const paid = { kind: 'paid', transactionId: 'pi_1', awaited: true };
const lost = async (): Promise<never> => {
  throw new TypeError('Failed to fetch');
};

describe('paying', () => {
  test('[PAY-03] a charge that succeeded is saved with its id', async () => {
    const outside = ports();
    const confirm = vi.fn(async () => succeeded);
    expect(await checkout(outside).pay(confirm)).toEqual(paid);
    expect(confirm).toHaveBeenCalledExactlyOnceWith('pi_1_secret_1');
    expect(outside.save).toHaveBeenCalledExactlyOnceWith('pi_1');
  });

  test("[PAY-04] a declined card gives the provider's own message and saves nothing", async () => {
    const outside = ports();
    const paying = checkout(outside);
    expect(await paying.pay(async () => declined)).toEqual({
      kind: 'declined',
      error: { code: 'card_declined', message: 'Your card was declined.' },
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

  test('a press waits for a look that is under way, and confirms nothing that the look finds paid', async () => {
    const answers = [open, succeeded];
    const confirm = vi.fn(async () => succeeded);
    const paying = checkout(ports({ retrieve: async () => answers.shift() ?? succeeded }));
    await paying.resume();
    const quiet = paying.resume();
    expect(await paying.pay(confirm)).toMatchObject({ kind: 'paid' });
    expect(await quiet).toMatchObject({ kind: 'paid' });
    expect(confirm).not.toHaveBeenCalled();
  });

  test('a press during a look that finds it open goes through', async () => {
    const confirm = vi.fn(async () => succeeded);
    const paying = checkout(ports());
    const quiet = paying.resume();
    expect(await paying.pay(confirm)).toEqual(paid);
    expect(await quiet).toEqual({ kind: 'open' });
    expect(confirm).toHaveBeenCalledOnce();
  });

  test('[PAY-03] a charge that succeeds after its answer was lost is news, by whichever look it is found', async () => {
    const answers = [open, open, succeeded];
    const paying = checkout(ports({ retrieve: async () => answers.shift() ?? succeeded }));
    await paying.resume();
    expect(await paying.pay(lost)).toEqual({ kind: 'no-answer', to: 'card' });
    expect(await paying.resume()).toEqual(paid);
  });

  test('what another tab pays after a decline here is no news', async () => {
    const answers = [open, open, succeeded];
    const paying = checkout(ports({ retrieve: async () => answers.shift() ?? succeeded }));
    await paying.pay(lost);
    await paying.pay(async () => declined);
    await paying.resume();
    expect(await paying.resume()).toEqual({ ...paid, awaited: false });
  });
});

describe('a bank that asks first', () => {
  test('a charge that waits for its bank is neither saved nor called paid', async () => {
    const outside = ports();
    expect(await checkout(outside).pay(async () => bankAsks)).toEqual({ kind: 'authentication' });
    expect(outside.save).not.toHaveBeenCalled();
  });

  test('accepted, it is saved; whoever waited for it is told', async () => {
    const answers = [bankAsks, succeeded];
    const paying = checkout(ports({ retrieve: async () => answers.shift() ?? succeeded }));
    expect(await paying.resume()).toEqual({ kind: 'authentication' });
    expect(await paying.resume()).toEqual(paid);
  });

  test("refused, the provider's words are what is found, and another card pays", async () => {
    const paying = checkout(ports({ retrieve: async () => refused }));
    expect(await paying.resume()).toEqual({
      kind: 'declined',
      error: { message: 'Your card was declined.' },
    });
    expect(await paying.pay(async () => succeeded)).toEqual(paid);
  });

  test('while it waits, another card may be tried', async () => {
    const paying = checkout(ports({ retrieve: async () => bankAsks }));
    await paying.resume();
    expect(await paying.pay(async () => succeeded)).toEqual(paid);
  });

  test('a bank that works on it is nothing to press Pay again for', async () => {
    const working = checkout(ports({ retrieve: async () => inState('processing') }));
    expect(await working.resume()).toEqual({ kind: 'processing' });
  });
});

describe('a charge that was given up', () => {
  test('gets a new one, which the next press pays', async () => {
    const outside = ports({ retrieve: async () => inState('canceled') });
    const paying = checkout(outside);
    expect(await paying.resume()).toEqual({ kind: 'open', renewed: true });
    const confirm = vi.fn(async () => succeeded);
    await paying.pay(confirm);
    expect(confirm).toHaveBeenCalledExactlyOnceWith('pi_2_secret_2');
  });

  test('is not paid by the press that finds it out', async () => {
    const outside = ports({ retrieve: async () => inState('canceled') });
    expect(await checkout(outside).pay(async () => unexpected)).toEqual({ kind: 'open', renewed: true });
    expect(outside.save).not.toHaveBeenCalled();
  });

  test('without a new one nothing is claimed', async () => {
    const outside = ports({ retrieve: async () => inState('canceled'), renew: lost });
    expect(await checkout(outside).resume()).toEqual({ kind: 'no-answer', to: 'look' });
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
    expect(await checkout(outside).pay(lost)).toEqual(paid);
  });

  test('a charge that is still open may be tried again', async () => {
    expect(await checkout(ports()).pay(lost)).toEqual({ kind: 'no-answer', to: 'card' });
  });

  test('without any answer nothing is claimed', async () => {
    const unreachable = checkout(ports({ retrieve: lost }));
    expect(await unreachable.pay(lost)).toEqual({ kind: 'no-answer', to: 'card' });
    expect(await unreachable.resume()).toEqual({ kind: 'no-answer', to: 'look' });
  });

  test('the next press finds that the first had succeeded: it is told as a success', async () => {
    const answers = [lost, async () => succeeded];
    const outside = ports({ retrieve: () => (answers.shift() ?? lost)() });
    const paying = checkout(outside);
    expect(await paying.pay(lost)).toEqual({ kind: 'no-answer', to: 'card' });
    expect(await paying.pay(async () => unexpected)).toEqual(paid);
  });

  test('a refusal of the card before is not told as this one’s', async () => {
    const outside = ports({ retrieve: async () => refused });
    expect(await checkout(outside).pay(lost)).toEqual({ kind: 'no-answer', to: 'card' });
  });
});

describe('another tab', () => {
  test('has paid: the press here charges nothing and is not called a success', async () => {
    const outside = ports({ retrieve: async () => succeeded });
    expect(await checkout(outside).pay(async () => unexpected)).toEqual({ ...paid, awaited: false });
    expect(outside.save).toHaveBeenCalledExactlyOnceWith('pi_1');
  });

  test('has paid: a later look finds it', async () => {
    const answers = [open, succeeded];
    const paying = checkout(ports({ retrieve: async () => answers.shift() ?? succeeded }));
    await paying.resume();
    expect(await paying.resume()).toEqual({ ...paid, awaited: false });
  });
});

describe('coming back to the page', () => {
  test('an open charge shows the form', async () => {
    expect(await checkout(ports()).resume()).toEqual({ kind: 'open' });
  });

  test('a charge that has succeeded goes straight to saving', async () => {
    const outside = ports({ retrieve: async () => succeeded });
    expect(await checkout(outside).resume()).toEqual(paid);
    expect(outside.save).toHaveBeenCalledExactlyOnceWith('pi_1');
  });
});
