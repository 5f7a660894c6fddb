import { PostgresAdapter, sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Db } from '#server/db/tables.ts';
import { onAllDatabases } from '#server/testing/distributed-database.ts';
import { noon } from '#server/testing/people.ts';
import { anonymize } from '../appointments/repository.ts';
import { describeUnsettled } from './administration.ts';
import { handleCardEvent, readCardEvents } from './reconcile.ts';
import { recordRefundFailure, refund } from './refunds.ts';
import { settle } from './settle.ts';
import { createPaymentDeps, succeeded } from './testing/payment-deps.ts';

/**
 * SQLite blocks other writers during a transaction; PostgreSQL lets them run until they need the locked row.
 */
async function untilSomebodyWaits(db: Db): Promise<void> {
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
    await using here = await createPaymentDeps(open);
    await here.charge();
    await here.remove();
    here.provider.refuseRefunds();
    await here.deliver();
    expect(await here.steps()).toEqual([
      'opened by page',
      'refund-due by cancellation',
      'refund-failed by refund',
    ]);
    expect(await describeUnsettled(here.database)).toMatch(
      /\n\S+ {2}refund-failed {2}\S+ {2}pi_1 {2}\$5.00 {2}expired_or_canceled_card$/,
    );
    expect(here.attention).toMatchObject([{ what: 'refund-failed', reason: 'expired_or_canceled_card' }]);
    // A failed refund is final: it is not retried automatically.
    here.provider.acceptRefunds();
    here.time.now += 86_400_000;
    await here.outbox.deliver();
    expect(here.provider.refunded).toEqual([]);
    expect(here.mails).toEqual([]);
  });

  test('keeps a refund failed when its events arrive in reverse order in one round', async () => {
    await using here = await createPaymentDeps(open);
    await here.pay();
    here.time.now += 1000;
    here.provider.giveBack('pi_1');
    here.time.now += 1000;
    here.provider.failRefund('pi_1');
    await readCardEvents(here);
    expect((await here.find())?.refunded_at).toBeNull();
    expect(await here.steps()).toEqual(['opened by page', 'paid by browser', 'refund-failed by reconciler']);
    expect(here.mails.map(({ subject }) => subject)).not.toContain(
      'Your refund from Blood Buddies is on its way',
    );
  });

  test('clears the refund when it fails days later, and records a refund that follows', async () => {
    await using here = await createPaymentDeps(open);
    await here.pay();
    const refunded = here.provider.giveBack('pi_1');
    const tell = (n: number, about: 'refund' | 'refund-failed', intent = refunded) =>
      handleCardEvent(here, { id: `evt_x${n}`, at: noon, about, intent }, 'webhook');
    await tell(1, 'refund');
    expect((await here.find())?.refunded_at).toBe(noon);
    here.provider.put({ ...refunded, refunded: false, refundedAmount: 0 });
    await tell(2, 'refund-failed');
    expect((await here.find())?.refunded_at).toBeNull();
    // A late event of the first refund: the current state counts.
    await tell(3, 'refund');
    expect((await here.find())?.refunded_at).toBeNull();
    here.provider.giveBack('pi_1');
    await tell(4, 'refund');
    expect((await here.find())?.refunded_at).toBe(noon);
    expect((await here.steps()).slice(2)).toEqual([
      'refunded by webhook',
      'refund-failed by webhook',
      'refunded by webhook',
    ]);
  });

  test('records a refund once when 20 events report it concurrently', async () => {
    await using here = await createPaymentDeps(open);
    await here.pay();
    const refunded = here.provider.giveBack('pi_1');
    const told = await Promise.all(Array.from({ length: 20 }, () => settle(here, refunded, 'webhook')));
    expect(new Set(told)).toEqual(new Set(['repeated']));
    expect(await here.find()).toMatchObject({ transaction_id: 'pi_1', refunded_at: here.time.now });
    expect(await here.steps()).toEqual(['opened by page', 'paid by browser', 'refunded by webhook']);
    await here.outbox.deliver();
    expect(here.mails).toHaveLength(2);
  });

  test.each(['charge_disputed', 'refund_disputed_payment', 'charge_not_refundable', 'insufficient_funds'])(
    'marks a refund rejected with %s as failed',
    async (reason) => {
      await using here = await createPaymentDeps(open);
      await here.charge();
      await here.remove();
      here.provider.refuseRefunds(reason);
      await here.deliver();
      expect(await here.outbox.countWaiting('refund', 9)).toBe(0);
      const charge = await here.db.selectFrom('charges').selectAll().executeTakeFirstOrThrow();
      expect(charge).toMatchObject({ status: 'refund-failed', problem: reason });
      expect(here.attention).toMatchObject([{ what: 'refund-failed', reason, intentId: 'pi_1' }]);
    },
  );

  test('keeps a failure that arrives before the refund is recorded', async () => {
    await using here = await createPaymentDeps(open);
    await here.charge();
    await here.remove();
    await here.outbox.deliver();
    const slow = {
      ...here.cards,
      refund: async (id: string) => {
        const result = await here.cards.refund(id);
        const intent = here.provider.failRefund(id);
        await handleCardEvent(here, { id: 'evt_f', at: noon, about: 'refund-failed', intent }, 'webhook');
        return result;
      },
    };
    await refund({ ...here, cards: slow }, 'pi_1');
    expect((await here.steps()).at(-1)).toBe('refund-failed by webhook');
  });

  test('records a partial refund, shows it to the operator, and leaves the appointment paid', async () => {
    await using here = await createPaymentDeps(open);
    await here.pay();
    here.provider.giveBack('pi_1', 200);
    await readCardEvents(here);
    await readCardEvents(here);
    const charge = await here.db.selectFrom('charges').selectAll().executeTakeFirstOrThrow();
    expect(charge).toMatchObject({ status: 'succeeded', refunded_amount: 200 });
    expect((await here.find())?.refunded_at).toBeNull();
    expect((await here.steps()).slice(2)).toEqual(['partly-refunded by reconciler']);
    here.time.now += 1000;
    here.provider.giveBack('pi_1');
    await readCardEvents(here);
    expect((await here.find())?.refunded_at).toBe(here.time.now);
    expect((await here.steps()).slice(2)).toEqual([
      'partly-refunded by reconciler',
      'refunded by reconciler',
    ]);
  });

  test('records a dispute, in any order of its events, and lists it until it is closed', async () => {
    await using here = await createPaymentDeps(open);
    await here.pay();
    here.provider.dispute('pi_1', 'needs_response');
    await readCardEvents(here);
    expect(here.attention).toMatchObject([{ what: 'disputed', reason: 'needs_response' }]);
    expect(await describeUnsettled(here.database)).toMatch(/pi_1 {2}\$5.00 {2}dispute: needs_response$/);
    here.provider.dispute('pi_1', 'under_review');
    here.provider.dispute('pi_1', 'lost');
    await readCardEvents(here);
    expect((await here.steps()).slice(2)).toEqual(['disputed by reconciler', 'dispute-lost by reconciler']);
    expect(here.attention).toHaveLength(2);
    expect(await describeUnsettled(here.database)).toContain('Nothing waits for a decision.');
  });

  test("does not query the provider about another site's refunds and disputes", async () => {
    await using here = await createPaymentDeps(open);
    const asked: string[] = [];
    const findIntent = async (id: string) => void asked.push(id);
    const intent = { ...succeeded('pi_theirs', 'x'), site: 'https://other.example' };
    for (const about of ['refund', 'refund-failed', 'dispute'] as const)
      await handleCardEvent(
        { ...here, cards: { ...here.cards, findIntent: findIntent as never } },
        { id: `evt_${about}`, at: noon, about, intent },
        'webhook',
      );
    expect(asked).toEqual([]);
    expect(await here.steps('pi_theirs')).toEqual([]);
  });

  async function paidRoom() {
    const here = await createPaymentDeps(open);
    await here.pay();
    return {
      ...here,
      /** Deletes the account, and runs `task` in the middle of it. */
      leave: async (news: () => Promise<unknown>) => {
        let told: Promise<unknown> | undefined;
        await here.db.transaction().execute(async (trx) => {
          await anonymize(trx, here.viewer, 'removed-1');
          told = news();
          await untilSomebodyWaits(here.db);
        });
        await told;
        const rows = await here.db.selectFrom('appointments').selectAll().execute();
        const charges = await here.db.selectFrom('charges').select('status').execute();
        return { rows, charges };
      },
    };
  }

  test('records a refund on the anonymized appointment when the account is deleted at the same time', async () => {
    await using here = await paidRoom();
    const refunded = here.provider.giveBack('pi_1');
    const { rows, charges } = await here.leave(() => settle(here, refunded, 'webhook'));
    expect(rows).toEqual([
      expect.objectContaining({
        id: here.id,
        user_id: 'removed-1',
        email: '',
        transaction_id: 'pi_1',
        paid_amount: 500,
        refunded_at: here.time.now,
      }),
    ]);
    expect(charges).toEqual([{ status: 'refunded' }]);
  });

  test('records a failed refund when the account is deleted at the same time', async () => {
    await using here = await paidRoom();
    await settle(here, here.provider.giveBack('pi_1'), 'webhook');
    const { rows, charges } = await here.leave(() =>
      inTransaction(here.db, (trx) =>
        recordRefundFailure(trx, here, 'pi_1', { by: 'webhook', reason: 'expired' }),
      ),
    );
    expect(rows).toEqual([expect.objectContaining({ id: here.id, user_id: 'removed-1', refunded_at: null })]);
    expect(charges).toEqual([{ status: 'refund-failed' }]);
  });
});
