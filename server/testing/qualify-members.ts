import { openDatabase } from '#platform/database/open.ts';
import type { Tables } from '#server/db/tables.ts';

/** After every ID token of these tests: an exchange of one that says otherwise does not take it back. */
const CONFIRMED_AT = Date.UTC(2100, 0);

/** Confirms the address of everybody who is registered by now, and makes their accounts older than a day. */
export async function qualifyMembers(location: Parameters<typeof openDatabase>[0]): Promise<void> {
  const database = await openDatabase(location);
  await database
    .withTables<Tables>()
    .updateTable('users')
    .set({ created_at: 1, email_verified_at: CONFIRMED_AT })
    .execute();
  await database.destroy();
}
