import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { sqlMigration } from '#platform/database/migrate.ts';

type Changed = {
  charges: { appointment_id: string; intent_id: string | null; refunded_amount: number; status: string };
  appointments: { id: string; transaction_id: string | null; refunded_amount: number | null };
};

/**
 * A donor is texted about a day at a center at most once for an offer, and once for a closing. An appointment knows how much
 * of its payment was refunded.
 */
const columns = sqlMigration(`
  create table sent_texts (
    user_id text not null, center_id text not null, day text not null, kind text not null, message_id text not null,
    constraint sent_texts_key primary key (user_id, center_id, day, kind)
  );
  create index sent_texts_by_day on sent_texts (day);
  alter table appointments add column refunded_amount integer`);

export const textsAndRefunds: Migration = {
  async up(anyDb) {
    await columns.up(anyDb);
    const db = anyDb as Kysely<Changed>;
    const partlyRefunded = await db
      .selectFrom('charges')
      .select(['appointment_id', 'intent_id', 'refunded_amount'])
      .where('refunded_amount', '>', 0)
      .where('status', '<>', 'refunded')
      .execute();
    for (const { appointment_id, intent_id, refunded_amount } of partlyRefunded)
      await db
        .updateTable('appointments')
        .set({ refunded_amount })
        .where('id', '=', appointment_id)
        .where('transaction_id', '=', intent_id)
        .execute();
  },
};
