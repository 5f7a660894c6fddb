import { PostgresAdapter, sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Db } from '#server/db/tables.ts';
import { onAllDatabases } from '#server/testing/distributed-database.ts';
import { noon } from '#server/testing/people.ts';
import { anonymize } from '../appointments/repository.ts';
import { listPaymentsToDecide } from './administration.ts';
import { handleCardEvent, readCardEvents } from './reconcile.ts';
import { recordRefundFailure, refund } from './refunds.ts';
import { settle } from './settle.ts';
import { createPaymentDeps, succeeded } from './testing/payment-deps.ts';

/** SQLite blocks other writers during a transaction; PostgreSQL lets them run until they need the locked row. */
async function waitForLock(db: Db): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  const waiting = sql<{ n: string }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect(Number((await waiting.execute(db)).rows[0]?.n)).toBeGreaterThan(0), {
    timeout: 30_000,
    interval: 10,
  });
}

onAllDatabases((open) => {
  test('reports a rejected refund to the operator and not to the member as done', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.payAtProvider();
    await deps.remove();
    deps.provider.rejectRefunds();
    await deps.deliver();
    expect(await deps.steps()).toEqual([
      'opened by page',
      'refund-due by cancellation',
      'refund-failed by refund',
    ]);
    expect(await listPaymentsToDecide(deps.database)).toMatch(
      /\n\S+ {2}refund-failed {2}\S+ {2}pi_1 {2}\$5.00 {2}expired_or_canceled_card$/,
    );
    expect(deps.attention).toMatchObject([{ what: 'refund-failed', reason: 'expired_or_canceled_card' }]);
    // A failed refund is final: it is not retried automatically.
    deps.provider.acceptRefunds();
    deps.time.now += 86_400_000;
    await deps.outbox.deliver();
    expect(deps.provider.refunded).toEqual([]);
    expect(deps.emails).toEqual([]);
  });

  test('keeps a refund failed when its events arrive in reverse order in one round', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.pay();
    deps.time.now += 1000;
    deps.provider.refundAtProvider('pi_1');
    deps.time.now += 1000;
    deps.provider.failRefund('pi_1');
    await readCardEvents(deps);
    expect((await deps.find())?.refunded_at).toBeNull();
    expect(await deps.steps()).toEqual(['opened by page', 'paid by browser', 'refund-failed by reconciler']);
    expect(deps.emails.map(({ subject }) => subject)).not.toContain(
      'Your refund from Blood Buddies is on its way',
    );
  });

  test('clears the refund when it fails days later, and records a refund that follows', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.pay();
    const refunded = deps.provider.refundAtProvider('pi_1');
    const sendEvent = (n: number, about: 'refund' | 'refund-failed', intent = refunded) =>
      handleCardEvent(deps, { id: `evt_x${n}`, at: noon, about, intent }, 'webhook');
    await sendEvent(1, 'refund');
    expect((await deps.find())?.refunded_at).toBe(noon);
    deps.provider.put({ ...refunded, refunded: false, refundedAmount: 0 });
    await sendEvent(2, 'refund-failed');
    expect((await deps.find())?.refunded_at).toBeNull();
    // A late event of the first refund: the current state counts.
    await sendEvent(3, 'refund');
    expect((await deps.find())?.refunded_at).toBeNull();
    deps.provider.refundAtProvider('pi_1');
    await sendEvent(4, 'refund');
    expect((await deps.find())?.refunded_at).toBe(noon);
    expect((await deps.steps()).slice(2)).toEqual([
      'refunded by webhook',
      'refund-failed by webhook',
      'refunded by webhook',
    ]);
  });

  test('records a refund once when 20 events report it concurrently', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.pay();
    const refunded = deps.provider.refundAtProvider('pi_1');
    const results = await Promise.all(Array.from({ length: 20 }, () => settle(deps, refunded, 'webhook')));
    expect(new Set(results)).toEqual(new Set(['repeated']));
    expect(await deps.find()).toMatchObject({ transaction_id: 'pi_1', refunded_at: deps.time.now });
    expect(await deps.steps()).toEqual(['opened by page', 'paid by browser', 'refunded by webhook']);
    await deps.outbox.deliver();
    expect(deps.emails).toHaveLength(2);
  });

  test.each(['charge_disputed', 'refund_disputed_payment', 'charge_not_refundable', 'insufficient_funds'])(
    'marks a refund rejected with %s as failed',
    async (reason) => {
      await using deps = await createPaymentDeps(open);
      await deps.payAtProvider();
      await deps.remove();
      deps.provider.rejectRefunds(reason);
      await deps.deliver();
      expect(await deps.outbox.countWaiting('refund', 9)).toBe(0);
      const payment = await deps.db.selectFrom('charges').selectAll().executeTakeFirstOrThrow();
      expect(payment).toMatchObject({ status: 'refund-failed', problem: reason });
      expect(deps.attention).toMatchObject([{ what: 'refund-failed', reason, intentId: 'pi_1' }]);
    },
  );

  test('keeps a failure that arrives before the refund is recorded', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.payAtProvider();
    await deps.remove();
    await deps.outbox.deliver();
    const slow = {
      ...deps.cards,
      refund: async (id: string) => {
        const result = await deps.cards.refund(id);
        const intent = deps.provider.failRefund(id);
        await handleCardEvent(deps, { id: 'evt_f', at: noon, about: 'refund-failed', intent }, 'webhook');
        return result;
      },
    };
    await refund({ ...deps, cards: slow }, 'pi_1');
    expect((await deps.steps()).at(-1)).toBe('refund-failed by webhook');
  });

  test('records a partial refund, shows it to the operator, and leaves the appointment paid', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.pay();
    deps.provider.refundAtProvider('pi_1', 200);
    await readCardEvents(deps);
    await readCardEvents(deps);
    const payment = await deps.db.selectFrom('charges').selectAll().executeTakeFirstOrThrow();
    expect(payment).toMatchObject({ status: 'succeeded', refunded_amount: 200 });
    expect((await deps.find())?.refunded_at).toBeNull();
    expect((await deps.steps()).slice(2)).toEqual(['partly-refunded by reconciler']);
    deps.time.now += 1000;
    deps.provider.refundAtProvider('pi_1');
    await readCardEvents(deps);
    expect((await deps.find())?.refunded_at).toBe(deps.time.now);
    expect((await deps.steps()).slice(2)).toEqual([
      'partly-refunded by reconciler',
      'refunded by reconciler',
    ]);
  });

  test('records a dispute, in any order of its events, and lists it until it is closed', async () => {
    await using deps = await createPaymentDeps(open);
    await deps.pay();
    deps.provider.dispute('pi_1', 'needs_response');
    await readCardEvents(deps);
    expect(deps.attention).toMatchObject([{ what: 'disputed', reason: 'needs_response' }]);
    expect(await listPaymentsToDecide(deps.database)).toMatch(/pi_1 {2}\$5.00 {2}dispute: needs_response$/);
    deps.provider.dispute('pi_1', 'under_review');
    deps.provider.dispute('pi_1', 'lost');
    await readCardEvents(deps);
    expect((await deps.steps()).slice(2)).toEqual(['disputed by reconciler', 'dispute-lost by reconciler']);
    expect(deps.attention).toHaveLength(2);
    expect(await listPaymentsToDecide(deps.database)).toContain('No payment needs a decision.');
  });

  test("does not query the provider about another site's refunds and disputes", async () => {
    await using deps = await createPaymentDeps(open);
    const requested: string[] = [];
    const findIntent = async (id: string) => void requested.push(id);
    const intent = { ...succeeded('pi_theirs', 'x'), site: 'https://other.example' };
    for (const about of ['refund', 'refund-failed', 'dispute'] as const)
      await handleCardEvent(
        { ...deps, cards: { ...deps.cards, findIntent: findIntent as never } },
        { id: `evt_${about}`, at: noon, about, intent },
        'webhook',
      );
    expect(requested).toEqual([]);
    expect(await deps.steps('pi_theirs')).toEqual([]);
  });

  async function createPaidDeps() {
    const deps = await createPaymentDeps(open);
    await deps.pay();
    return {
      ...deps,
      /** Deletes the account, and runs `task` in the middle of it. */
      deleteAccountDuring: async (task: () => Promise<unknown>) => {
        let pending: Promise<unknown> | undefined;
        await deps.db.transaction().execute(async (trx) => {
          await anonymize(trx, deps.viewer, 'removed-1');
          pending = task();
          await waitForLock(deps.db);
        });
        await pending;
        const rows = await deps.db.selectFrom('appointments').selectAll().execute();
        const payments = await deps.db.selectFrom('charges').select('status').execute();
        return { rows, payments };
      },
    };
  }

  test('records a refund on the anonymized appointment when the account is deleted at the same time', async () => {
    await using deps = await createPaidDeps();
    const refunded = deps.provider.refundAtProvider('pi_1');
    const { rows, payments } = await deps.deleteAccountDuring(() => settle(deps, refunded, 'webhook'));
    expect(rows).toEqual([
      expect.objectContaining({
        id: deps.id,
        user_id: 'removed-1',
        email: '',
        transaction_id: 'pi_1',
        paid_amount: 500,
        refunded_at: deps.time.now,
      }),
    ]);
    expect(payments).toEqual([{ status: 'refunded' }]);
  });

  test('records a failed refund when the account is deleted at the same time', async () => {
    await using deps = await createPaidDeps();
    await settle(deps, deps.provider.refundAtProvider('pi_1'), 'webhook');
    const { rows, payments } = await deps.deleteAccountDuring(() =>
      inTransaction(deps.db, (trx) =>
        recordRefundFailure(trx, deps, 'pi_1', { by: 'webhook', reason: 'expired' }),
      ),
    );
    expect(rows).toEqual([expect.objectContaining({ id: deps.id, user_id: 'removed-1', refunded_at: null })]);
    expect(payments).toEqual([{ status: 'refund-failed' }]);
  });
});
