import { describe, expect, test, vi } from 'vitest';
import { waitForPayments } from '#web/auth/delay-reload.ts';
import { type CheckoutDeps, createCheckout } from './checkout.ts';
import type { CardResult } from './payment-intent.ts';

const succeeded: CardResult = { paymentIntent: { id: 'pi_1', status: 'succeeded' } };
const open: CardResult = { paymentIntent: { id: 'pi_1', status: 'requires_payment_method' } };
const declined: CardResult = { error: { code: 'card_declined', message: 'Your card was declined.' } };

const lastCardDeclined: CardResult = {
  paymentIntent: {
    id: 'pi_1',
    status: 'requires_payment_method',
    lastPaymentError: { message: 'Your card was declined.' },
  },
};
const authenticationRequired: CardResult = { paymentIntent: { id: 'pi_1', status: 'requires_action' } };
const withStatus = (status: 'processing' | 'canceled'): CardResult => ({
  paymentIntent: { id: 'pi_1', status },
});
const unexpectedState: CardResult = {
  error: { code: 'payment_intent_unexpected_state', message: 'This intent has ended.' },
};

const startCheckout = (deps: CheckoutDeps) => createCheckout(deps, 'pi_1_secret_1');

const createDeps = (overrides: Partial<CheckoutDeps> = {}) => ({
  retrieve: vi.fn(overrides.retrieve ?? (async () => open)),
  renew: vi.fn(overrides.renew ?? (async () => 'pi_2_secret_2')),
  save: vi.fn(overrides.save ?? (async () => undefined)),
  wait: vi.fn(async () => {}),
});
const paid = { kind: 'paid', transactionId: 'pi_1', shouldAnnounce: true };
const failToRespond = async (): Promise<never> => {
  throw new TypeError('Failed to fetch');
};

describe('paying', () => {
  test('[PAY-03] saves a succeeded PaymentIntent with its id', async () => {
    const deps = createDeps();
    const confirm = vi.fn(async () => succeeded);
    expect(await startCheckout(deps).pay(confirm)).toEqual(paid);
    expect(confirm).toHaveBeenCalledExactlyOnceWith('pi_1_secret_1');
    expect(deps.save).toHaveBeenCalledExactlyOnceWith('pi_1');
  });

  test("[PAY-04] a declined card returns the provider's message and saves nothing", async () => {
    const deps = createDeps();
    const checkout = startCheckout(deps);
    expect(await checkout.pay(async () => declined)).toEqual({
      kind: 'declined',
      error: { code: 'card_declined', message: 'Your card was declined.' },
    });
    expect(deps.save).not.toHaveBeenCalled();
    expect((await checkout.pay(async () => succeeded)).kind).toBe('paid');
  });

  test('two concurrent calls of pay confirm once and return the same outcome', async () => {
    const confirm = vi.fn(async () => succeeded);
    const checkout = startCheckout(createDeps());
    const both = await Promise.all([checkout.pay(confirm), checkout.pay(confirm)]);
    expect(confirm).toHaveBeenCalledOnce();
    expect(both.map(({ kind }) => kind)).toEqual(['paid', 'paid']);
  });

  test('a reload for the next user of the browser waits until the card provider has responded', async () => {
    const response = Promise.withResolvers<CardResult>();
    const confirm = vi.fn(() => response.promise);
    const paying = startCheckout(createDeps()).pay(confirm);
    await expect.poll(() => confirm.mock.calls).toHaveLength(1);
    const reload = vi.fn();
    const waited = waitForPayments().then(reload);
    await new Promise((resolve) => setTimeout(resolve));
    expect(reload).not.toHaveBeenCalled();
    response.resolve(succeeded);
    await Promise.all([paying, waited]);
  });

  test('pay waits for a running check and does not confirm what the check finds paid', async () => {
    const responses = [open, succeeded];
    const confirm = vi.fn(async () => succeeded);
    const checkout = startCheckout(createDeps({ retrieve: async () => responses.shift() ?? succeeded }));
    await checkout.resume();
    const backgroundCheck = checkout.resume();
    expect(await checkout.pay(confirm)).toMatchObject({ kind: 'paid' });
    expect(await backgroundCheck).toMatchObject({ kind: 'paid' });
    expect(confirm).not.toHaveBeenCalled();
  });

  test('pay confirms after a running check that finds the PaymentIntent open', async () => {
    const confirm = vi.fn(async () => succeeded);
    const checkout = startCheckout(createDeps());
    const backgroundCheck = checkout.resume();
    expect(await checkout.pay(confirm)).toEqual(paid);
    expect(await backgroundCheck).toEqual({ kind: 'open' });
    expect(confirm).toHaveBeenCalledOnce();
  });

  test('[PAY-03] announces a success that a later check finds after an attempt without a response', async () => {
    const responses = [open, open, succeeded];
    const checkout = startCheckout(createDeps({ retrieve: async () => responses.shift() ?? succeeded }));
    await checkout.resume();
    expect(await checkout.pay(failToRespond)).toEqual({ kind: 'no-response', next: 'card' });
    expect(await checkout.resume()).toEqual(paid);
  });

  test('does not announce what another tab pays after a decline here', async () => {
    const responses = [open, open, succeeded];
    const checkout = startCheckout(createDeps({ retrieve: async () => responses.shift() ?? succeeded }));
    await checkout.pay(failToRespond);
    await checkout.pay(async () => declined);
    await checkout.resume();
    expect(await checkout.resume()).toEqual({ ...paid, shouldAnnounce: false });
  });
});

describe('a bank that requires authentication', () => {
  test('saves nothing while authentication is required', async () => {
    const deps = createDeps();
    expect(await startCheckout(deps).pay(async () => authenticationRequired)).toEqual({
      kind: 'authentication',
    });
    expect(deps.save).not.toHaveBeenCalled();
  });

  test('saves and announces the payment after the payer has authenticated', async () => {
    const responses = [authenticationRequired, succeeded];
    const checkout = startCheckout(createDeps({ retrieve: async () => responses.shift() ?? succeeded }));
    expect(await checkout.resume()).toEqual({ kind: 'authentication' });
    expect(await checkout.resume()).toEqual(paid);
  });

  test("after a declined authentication returns the provider's message, and another card can pay", async () => {
    const checkout = startCheckout(createDeps({ retrieve: async () => lastCardDeclined }));
    expect(await checkout.resume()).toEqual({
      kind: 'declined',
      error: { message: 'Your card was declined.' },
    });
    expect(await checkout.pay(async () => succeeded)).toEqual(paid);
  });

  test('another card can pay while authentication is pending', async () => {
    const checkout = startCheckout(createDeps({ retrieve: async () => authenticationRequired }));
    await checkout.resume();
    expect(await checkout.pay(async () => succeeded)).toEqual(paid);
  });

  test('returns processing while the bank is processing the payment', async () => {
    const checkout = startCheckout(createDeps({ retrieve: async () => withStatus('processing') }));
    expect(await checkout.resume()).toEqual({ kind: 'processing' });
  });
});

describe('a canceled PaymentIntent', () => {
  test('is replaced by a new one, which the next call of pay confirms', async () => {
    const deps = createDeps({ retrieve: async () => withStatus('canceled') });
    const checkout = startCheckout(deps);
    expect(await checkout.resume()).toEqual({ kind: 'open', renewed: true });
    const confirm = vi.fn(async () => succeeded);
    await checkout.pay(confirm);
    expect(confirm).toHaveBeenCalledExactlyOnceWith('pi_2_secret_2');
  });

  test('is not paid by the call of pay that discovers the cancellation', async () => {
    const deps = createDeps({ retrieve: async () => withStatus('canceled') });
    expect(await startCheckout(deps).pay(async () => unexpectedState)).toEqual({
      kind: 'open',
      renewed: true,
    });
    expect(deps.save).not.toHaveBeenCalled();
  });

  test('returns no-response when no new one can be created', async () => {
    const deps = createDeps({ retrieve: async () => withStatus('canceled'), renew: failToRespond });
    expect(await startCheckout(deps).resume()).toEqual({ kind: 'no-response', next: 'check' });
  });
});

describe('when saving fails after the PaymentIntent has succeeded', () => {
  test('retries with delays and then returns paid', async () => {
    const responses = ['unreachable', 'unreachable', undefined] as const;
    let tries = 0;
    const deps = createDeps({ save: async () => responses[tries++] });
    expect((await startCheckout(deps).pay(async () => succeeded)).kind).toBe('paid');
    expect(deps.wait.mock.calls).toEqual([[1_000], [3_000]]);
  });

  test('returns unsaved while the server is unreachable; the next call of pay saves without confirming', async () => {
    let isUnreachable = true;
    const deps = createDeps({ save: async () => (isUnreachable ? 'unreachable' : undefined) });
    const confirm = vi.fn(async () => succeeded);
    const checkout = startCheckout(deps);
    expect(await checkout.pay(confirm)).toEqual({
      kind: 'unsaved',
      transactionId: 'pi_1',
      failure: 'unreachable',
    });
    isUnreachable = false;
    expect((await checkout.pay(confirm)).kind).toBe('paid');
    expect(confirm).toHaveBeenCalledOnce();
  });

  test('does not retry after a rejection', async () => {
    const deps = createDeps({ save: async () => 'not-found' });
    expect(await startCheckout(deps).pay(async () => succeeded)).toMatchObject({ failure: 'not-found' });
    expect(deps.save).toHaveBeenCalledOnce();
  });
});

describe('when the confirmation gets no response', () => {
  test('saves a PaymentIntent that has succeeded anyway', async () => {
    const deps = createDeps({ retrieve: async () => succeeded });
    expect(await startCheckout(deps).pay(failToRespond)).toEqual(paid);
  });

  test('an open PaymentIntent can be tried again', async () => {
    expect(await startCheckout(createDeps()).pay(failToRespond)).toEqual({
      kind: 'no-response',
      next: 'card',
    });
  });

  test('returns no-response when the check gets no response either', async () => {
    const checkout = startCheckout(createDeps({ retrieve: failToRespond }));
    expect(await checkout.pay(failToRespond)).toEqual({ kind: 'no-response', next: 'card' });
    expect(await checkout.resume()).toEqual({ kind: 'no-response', next: 'check' });
  });

  test('announces the success when the next call of pay finds that the first had succeeded', async () => {
    const responses = [failToRespond, async () => succeeded];
    const deps = createDeps({ retrieve: () => (responses.shift() ?? failToRespond)() });
    const checkout = startCheckout(deps);
    expect(await checkout.pay(failToRespond)).toEqual({ kind: 'no-response', next: 'card' });
    expect(await checkout.pay(async () => unexpectedState)).toEqual(paid);
  });

  test('does not report the decline of the previous card for this one', async () => {
    const deps = createDeps({ retrieve: async () => lastCardDeclined });
    expect(await startCheckout(deps).pay(failToRespond)).toEqual({ kind: 'no-response', next: 'card' });
  });
});

describe('another tab', () => {
  test('has paid: pay confirms nothing and does not announce a success', async () => {
    const deps = createDeps({ retrieve: async () => succeeded });
    expect(await startCheckout(deps).pay(async () => unexpectedState)).toEqual({
      ...paid,
      shouldAnnounce: false,
    });
    expect(deps.save).toHaveBeenCalledExactlyOnceWith('pi_1');
  });

  test('has paid: a later check finds it', async () => {
    const responses = [open, succeeded];
    const checkout = startCheckout(createDeps({ retrieve: async () => responses.shift() ?? succeeded }));
    await checkout.resume();
    expect(await checkout.resume()).toEqual({ ...paid, shouldAnnounce: false });
  });
});

describe('returning to the page', () => {
  test('an open PaymentIntent shows the form', async () => {
    expect(await startCheckout(createDeps()).resume()).toEqual({ kind: 'open' });
  });

  test('a succeeded PaymentIntent is saved without confirming', async () => {
    const deps = createDeps({ retrieve: async () => succeeded });
    expect(await startCheckout(deps).resume()).toEqual(paid);
    expect(deps.save).toHaveBeenCalledExactlyOnceWith('pi_1');
  });
});
