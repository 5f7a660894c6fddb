import type { Migration } from 'kysely/migration';

/** A transaction pays one appointment: the database refuses a second one. */
export const onePaymentEach: Migration = {
  async up(db) {
    await db.schema
      .createIndex('one_appointment_a_transaction')
      .unique()
      .on('appointments')
      .column('transaction_id')
      .execute();
  },
};
