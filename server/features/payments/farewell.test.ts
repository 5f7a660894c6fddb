import { PostgresAdapter, sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { inTransaction } from '#platform/database/transaction.ts';
import type { Db } from '#server/schema/tables.ts';
import { onEveryDatabase } from '#server/testing/spread-database.ts';
import { anonymise } from '../appointments/repository.ts';
import { openCharge } from './open-charge.ts';
import { takeRefundFailure } from './refunds.ts';
import { settle } from './settle.ts';
import { openPaymentRoom } from './testing/room.ts';

/** SQLite lets nobody in while somebody writes; PostgreSQL lets them come as far as the row that is held. */
async function untilSomebodyWaits(db: Db): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  const waiting = sql<{ n: string }>`select count(*) as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect(Number((await waiting.execute(db)).rows[0]?.n)).toBeGreaterThan(0), {
    timeout: 30_000,
    interval: 10,
  });
}

onEveryDatabase((open) => {
  async function paidRoom() {
    const here = await openPaymentRoom(open);
    await openCharge(here, here.id);
    here.provider.pay('pi_1');
    await here.confirm();
    return {
      ...here,
      /** The account goes, and `news` come in the middle of it. */
      leave: async (news: () => Promise<unknown>) => {
        let told: Promise<unknown> | undefined;
        await here.db.transaction().execute(async (trx) => {
          await anonymise(trx, here.viewer, 'removed-1');
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

  test('a refund that comes while the account goes stands on the row that stays', async () => {
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

  test('so does one that fails meanwhile', async () => {
    await using here = await paidRoom();
    await settle(here, here.provider.giveBack('pi_1'), 'webhook');
    const { rows, charges } = await here.leave(() =>
      inTransaction(here.db, (trx) =>
        takeRefundFailure(trx, here, 'pi_1', { by: 'webhook', reason: 'expired' }),
      ),
    );
    expect(rows).toEqual([expect.objectContaining({ id: here.id, user_id: 'removed-1', refunded_at: null })]);
    expect(charges).toEqual([{ status: 'refund-failed' }]);
  });
});
