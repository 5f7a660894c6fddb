import type { Db, UserRow } from '#server/db/tables.ts';

/** Returns undefined if the account is gone. */
export const findPerson = (
  db: Db,
  userId: string,
): Promise<Pick<UserRow, 'email' | 'language'> | undefined> =>
  db.selectFrom('users').select(['email', 'language']).where('id', '=', userId).executeTakeFirst();
