import { sql } from 'kysely';
import { openDatabase } from '#platform/database/open.ts';
import type { Tables } from '#server/db/tables.ts';

/** Later than every ID token of these tests, so that none revokes the verification. */
const CONFIRMED_AT = Date.UTC(2100, 0);

/** Verifies the addresses of all users and makes their accounts older than a day. */
export async function qualifyMembers(location: Parameters<typeof openDatabase>[0]): Promise<void> {
  const database = await openDatabase(location);
  await database
    .withTables<Tables>()
    .updateTable('users')
    .set({ created_at: 1, email_verified_at: CONFIRMED_AT })
    .execute();
  await sql`update identity_email set verified = 1`.execute(database);
  await database.destroy();
}
