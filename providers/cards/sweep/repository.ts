import type { Kysely } from 'kysely';
import type { CardTables } from '../schema/tables.ts';

/** Forgets what was made before then and has to do with no money: intents, and then what belonged to them alone. */
export async function forgetUnpaid(db: Kysely<CardTables>, madeBefore: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('cards_intents')
      .where('created_at', '<', madeBefore)
      .where('status', '!=', 'succeeded')
      .execute();
    for (const table of ['cards_charges', 'cards_authentications'] as const) {
      await trx
        .deleteFrom(table)
        .where('created_at', '<', madeBefore)
        .where('intent_id', 'not in', (e) => e.selectFrom('cards_intents').select('id'))
        .execute();
    }
    let methods = trx.deleteFrom('cards_methods').where('created_at', '<', madeBefore);
    for (const table of ['cards_intents', 'cards_charges', 'cards_authentications'] as const) {
      // One null among them, and nothing would be found not to be there.
      methods = methods.where('id', 'not in', (e) =>
        e
          .selectFrom(table)
          .select('method_id')
          .where('method_id', 'is not', null)
          .$castTo<{ method_id: string }>(),
      );
    }
    await methods.execute();
  });
}
