import { sql } from 'kysely';
import type { Migrations } from '#platform/database/migrate.ts';

/** Gives each attempt and each refund its own row, so that charges can be refunded in parts. */
export const chargesAndRefunds: Migrations['steps'][string] = {
  async up(db) {
    await db.schema
      .createTable('cards_charges')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('intent_id', 'text', (c) => c.notNull())
      .addColumn('method_id', 'text', (c) => c.notNull())
      .addColumn('amount', 'bigint', (c) => c.notNull())
      .addColumn('refunded', 'bigint', (c) => c.notNull())
      .addColumn('refusal', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('cards_refunds')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('charge_id', 'text', (c) => c.notNull())
      .addColumn('intent_id', 'text', (c) => c.notNull())
      .addColumn('amount', 'bigint', (c) => c.notNull())
      .addColumn('reason', 'text')
      .addColumn('metadata', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    for (const table of ['cards_charges', 'cards_refunds']) {
      const columns = ['intent_id', 'created_at', 'id'];
      await db.schema.createIndex(`${table}_intent`).on(table).columns(columns).execute();
    }
    await sql`
      insert into cards_charges (id, intent_id, method_id, amount, refunded, refusal, created_at)
      select charge_id, id, method_id, amount, case when refund_id is null then 0 else amount end, last_refusal,
        coalesce(charged_at, created_at)
      from cards_intents where charge_id is not null and method_id is not null`.execute(db);
    await sql`
      insert into cards_refunds (id, charge_id, intent_id, amount, metadata, created_at)
      select refund_id, charge_id, id, amount, '{}', coalesce(charged_at, created_at)
      from cards_intents where charge_id is not null and refund_id is not null`.execute(db);
    await db.schema.alterTable('cards_intents').dropColumn('charged_at').execute();
    await db.schema.alterTable('cards_intents').dropColumn('refund_id').execute();
  },
};
