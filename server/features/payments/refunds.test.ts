import { expect } from 'vitest';
import { inTransaction } from '#platform/database/transaction.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { waitForLock } from '#platform/testing/wait-for-lock.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { noon } from '#server/testing/people.ts';
import { anonymizePaid } from '../appointments/repository.ts';
import { toAppointment } from '../appointments/serialize.ts';
import { listPaymentsToDecide } from './operator.ts';
import { handleCardEvent, readCardEvents } from './reconcile.ts';
import { recordRefundFailure, sendDueRefund } from './refunds.ts';
import { settleIntent } from './settle.ts';
import { createPaymentFixture, succeeded } from './testing/payment-fixture.ts';

onBothDatabases([serverMigrations], (open) => {
  const test = testWith(() => createPaymentFixture(open));

  test('reports a rejected refund to the operator and not to the member as done', async (fixture) => {
    await fixture.payAtProvider();
    await fixture.remove();
    fixture.provider.rejectRefunds();
    await fixture.deliver();
    expect(await fixture.steps()).toEqual([
      'opened by page',
      'refund-due by cancellation',
      'refund-failed by refund',
    ]);
    expect(await listPaymentsToDecide(fixture.database)).toMatch(
      /\n\S+ {2}refund-failed {2}\S+ {2}pi_1 {2}\$5.00 {2}expired_or_canceled_card$/,
    );
    const reason = 'expired_or_canceled_card';
    expect(fixture.alerts).toMatchObject([{ kind: 'refund-failed', reason, intentId: 'pi_1' }]);
    const payment = await fixture.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
    expect(payment).toMatchObject({ status: 'refund-failed', problem: reason });
    expect(await fixture.outbox.countWaiting('refund', 9)).toBe(0);
    // A failed refund is final, so it is not retried automatically.
    fixture.provider.acceptRefunds();
    fixture.time.now += 86_400_000;
    await fixture.outbox.deliver();
    expect(fixture.provider.refunded).toEqual([]);
    expect(fixture.emails).toEqual([]);
  });

  test('keeps a refund failed when its events arrive in reverse order in one round', async (fixture) => {
    await fixture.pay();
    fixture.time.now += 1000;
    fixture.provider.refundAtProvider('pi_1');
    fixture.time.now += 1000;
    fixture.provider.failRefund('pi_1');
    await readCardEvents(fixture);
    expect((await fixture.find())?.refunded_at).toBeNull();
    expect(await fixture.steps()).toEqual([
      'opened by page',
      'paid by browser',
      'refund-failed by reconciler',
    ]);
    expect(fixture.emails.map(({ subject }) => subject)).not.toContain(
      'Your refund from Blood Buddies is on its way',
    );
  });

  test('clears the refund when it fails days later, and records a refund that follows', async (fixture) => {
    await fixture.pay();
    const refunded = fixture.provider.refundAtProvider('pi_1');
    const sendEvent = (n: number, about: 'refund' | 'refund-failed', intent = refunded) =>
      handleCardEvent(fixture, { id: `evt_x${n}`, at: noon, about, intent }, 'webhook');
    await sendEvent(1, 'refund');
    expect((await fixture.find())?.refunded_at).toBe(noon);
    fixture.provider.put({ ...refunded, refunded: false, refundedAmount: 0 });
    await sendEvent(2, 'refund-failed');
    expect((await fixture.find())?.refunded_at).toBeNull();
    // An event of the first refund arrives late, but the provider's current state counts.
    await sendEvent(3, 'refund');
    expect((await fixture.find())?.refunded_at).toBeNull();
    fixture.provider.refundAtProvider('pi_1');
    await sendEvent(4, 'refund');
    expect((await fixture.find())?.refunded_at).toBe(noon);
    expect((await fixture.steps()).slice(2)).toEqual([
      'refunded by webhook',
      'refund-failed by webhook',
      'refunded by webhook',
    ]);
  });

  test('records a refund once when 20 events report it concurrently', async (fixture) => {
    await fixture.pay();
    const refunded = fixture.provider.refundAtProvider('pi_1');
    const results = await Promise.all(
      Array.from({ length: 20 }, () => settleIntent(fixture, refunded, 'webhook')),
    );
    expect(new Set(results)).toEqual(new Set(['repeated']));
    expect(await fixture.find()).toMatchObject({ transaction_id: 'pi_1', refunded_at: fixture.time.now });
    expect(await fixture.steps()).toEqual(['opened by page', 'paid by browser', 'refunded by webhook']);
    await fixture.outbox.deliver();
    expect(fixture.emails).toHaveLength(2);
  });

  test('keeps a failure that arrives before the refund is recorded', async (fixture) => {
    await fixture.payAtProvider();
    await fixture.remove();
    await fixture.outbox.deliver();
    const slow = {
      ...fixture.cards,
      refund: async (id: string) => {
        const result = await fixture.cards.refund(id);
        const intent = fixture.provider.failRefund(id);
        await handleCardEvent(fixture, { id: 'evt_f', at: noon, about: 'refund-failed', intent }, 'webhook');
        return result;
      },
    };
    await sendDueRefund({ ...fixture, cards: slow }, 'pi_1');
    expect((await fixture.steps()).at(-1)).toBe('refund-failed by webhook');
  });

  test('records a partial refund, shows it to the operator, and leaves the appointment paid', async (fixture) => {
    await fixture.pay();
    fixture.provider.refundAtProvider('pi_1', 200);
    await readCardEvents(fixture);
    await readCardEvents(fixture);
    const payment = await fixture.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
    expect(payment).toMatchObject({ status: 'succeeded', refunded_amount: 200 });
    const appointment = await fixture.find();
    expect(appointment).toMatchObject({ refunded_at: null, refunded_amount: 200 });
    expect(appointment && toAppointment(appointment).payment).toMatchObject({
      amount: 500,
      refundedAmount: 200,
    });
    expect((await fixture.steps()).slice(2)).toEqual(['partly-refunded by reconciler']);
    await fixture.outbox.deliver();
    const refundEmails = fixture.emails.filter(({ text }) => text.includes('We refunded a part'));
    expect(refundEmails).toMatchObject([
      { text: expect.stringMatching(/Paid: \$5\.00\n.*Refunded: \$2\.00\n/s) },
    ]);
    fixture.time.now += 1000;
    fixture.provider.refundAtProvider('pi_1');
    await readCardEvents(fixture);
    expect((await fixture.find())?.refunded_at).toBe(fixture.time.now);
    expect((await fixture.steps()).slice(2)).toEqual([
      'partly-refunded by reconciler',
      'refunded by reconciler',
    ]);
  });

  test('records a dispute, in any order of its events, and lists it until it is closed', async (fixture) => {
    await fixture.pay();
    fixture.provider.dispute('pi_1', 'needs_response');
    await readCardEvents(fixture);
    expect(fixture.alerts).toMatchObject([{ kind: 'disputed', reason: 'needs_response' }]);
    expect(await listPaymentsToDecide(fixture.database)).toMatch(
      /pi_1 {2}\$5.00 {2}dispute: needs_response$/,
    );
    fixture.provider.dispute('pi_1', 'under_review');
    fixture.provider.dispute('pi_1', 'lost');
    await readCardEvents(fixture);
    expect((await fixture.steps()).slice(2)).toEqual([
      'disputed by reconciler',
      'dispute-lost by reconciler',
    ]);
    expect(fixture.alerts).toHaveLength(2);
    expect(await listPaymentsToDecide(fixture.database)).toContain('No payment needs a decision.');
  });

  test("does not query the provider about another site's refunds and disputes", async (fixture) => {
    const requested: string[] = [];
    const findIntent = async (id: string) => void requested.push(id);
    const intent = { ...succeeded('pi_theirs', 'x'), site: 'https://other.example' };
    for (const about of ['refund', 'refund-failed', 'dispute'] as const)
      await handleCardEvent(
        { ...fixture, cards: { ...fixture.cards, findIntent: findIntent as never } },
        { id: `evt_${about}`, at: noon, about, intent },
        'webhook',
      );
    expect(requested).toEqual([]);
    expect(await fixture.steps('pi_theirs')).toEqual([]);
  });

  async function createPaidDeps() {
    const fixture = await createPaymentFixture(open);
    await fixture.pay();
    return {
      ...fixture,
      /** Anonymizes the paid appointments, as a deleted account does, and starts `task` before the commit. */
      deleteAccountDuring: async (task: () => Promise<unknown>) => {
        let pending: Promise<unknown> | undefined;
        await fixture.db.transaction().execute(async (trx) => {
          await anonymizePaid(trx, fixture.viewer, 'removed-1');
          pending = task();
          await waitForLock(fixture.db);
        });
        await pending;
        const rows = await fixture.db.selectFrom('appointments').selectAll().execute();
        const payments = await fixture.db.selectFrom('payments').select('status').execute();
        return { rows, payments };
      },
    };
  }

  test('records a refund on the anonymized appointment when the account is deleted at the same time', async () => {
    await using fixture = await createPaidDeps();
    const refunded = fixture.provider.refundAtProvider('pi_1');
    const { rows, payments } = await fixture.deleteAccountDuring(() =>
      settleIntent(fixture, refunded, 'webhook'),
    );
    expect(rows).toEqual([
      expect.objectContaining({
        id: fixture.id,
        user_id: 'removed-1',
        email: '',
        transaction_id: 'pi_1',
        paid_amount: 500,
        refunded_at: fixture.time.now,
      }),
    ]);
    expect(payments).toEqual([{ status: 'refunded' }]);
  });

  test('records a failed refund when the account is deleted at the same time', async () => {
    await using fixture = await createPaidDeps();
    await settleIntent(fixture, fixture.provider.refundAtProvider('pi_1'), 'webhook');
    const { rows, payments } = await fixture.deleteAccountDuring(() =>
      inTransaction(fixture.db, (trx) =>
        recordRefundFailure(trx, fixture, 'pi_1', { by: 'webhook', reason: 'expired' }),
      ),
    );
    expect(rows).toEqual([
      expect.objectContaining({ id: fixture.id, user_id: 'removed-1', refunded_at: null }),
    ]);
    expect(payments).toEqual([{ status: 'refund-failed' }]);
  });
});
