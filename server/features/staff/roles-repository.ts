import type { Language } from '#contract/languages.ts';
import { compileOnce } from '#platform/database/compile-once.ts';
import { hasRow } from '#platform/database/rows.ts';
import type { StaffRoleRow } from '#server/db/staff-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { GrantedRole, Owner } from '#server/http/viewer.ts';

/** Finds the account that a role is for. */
export const findAccount = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email_verified_at', 'language'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();

/** The language in which the account reads emails; English before its first sign-in. */
export async function findLanguage(db: Db, { userId }: Owner): Promise<Language> {
  const user = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst();
  return user?.language ?? 'en';
}

/** Whether the account has signed in to this site. */
export const hasAccount = (db: Db, { userId }: Owner): Promise<boolean> =>
  hasRow(db.selectFrom('users').select('id').where('id', '=', userId));

/** Returns the ids of the accounts with these addresses. */
export const listAccountIds = async (db: Db, emails: readonly string[]): Promise<string[]> => {
  if (emails.length === 0) return [];
  const lowerCase = emails.map((email) => email.toLowerCase());
  return (await db.selectFrom('users').select('id').where('email', 'in', lowerCase).execute()).map(
    ({ id }) => id,
  );
};

type RoleKey = Pick<StaffRoleRow, 'user_id' | 'role' | 'center_id'>;

/** Returns whether the account did not have the role yet. */
export const addRole = (trx: Trx, role: StaffRoleRow): Promise<boolean> =>
  hasRow(
    trx
      .insertInto('staff_roles')
      .values(role)
      .onConflict((c) => c.columns(['user_id', 'role', 'center_id']).doNothing())
      .returning('user_id'),
  );

/** Returns whether the account had the role. */
export const removeRole = (trx: Trx, { user_id, role, center_id }: RoleKey): Promise<boolean> =>
  hasRow(
    trx
      .deleteFrom('staff_roles')
      .where('user_id', '=', user_id)
      .where('role', '=', role)
      .where('center_id', '=', center_id)
      .returning('user_id'),
  );

export const listRoles = (db: Db, { userId }: Owner): Promise<GrantedRole[]> =>
  listRolesQuery(db, { userId }).execute();

const listRolesQuery = compileOnce(['userId'], (db: Db, { userId }: Owner) =>
  db
    .selectFrom('staff_roles')
    .select(['role', 'center_id as centerId'])
    .where('user_id', '=', userId)
    .orderBy('role')
    .orderBy('center_id'),
);

export const removeRoles = (trx: Trx, { userId }: Owner) =>
  trx.deleteFrom('staff_roles').where('user_id', '=', userId).execute();

/** Returns everybody with a role, with their addresses. */
export const listStaff = (db: Db) =>
  db
    .selectFrom('staff_roles')
    .innerJoin('users', 'users.id', 'staff_roles.user_id')
    .select(['users.email', 'staff_roles.role', 'staff_roles.center_id'])
    .orderBy('users.email')
    .orderBy('staff_roles.role')
    .orderBy('staff_roles.center_id')
    .execute();

/** Locks the owners until the transaction ends, and returns their ids. */
export const lockOwners = async (trx: Trx): Promise<string[]> =>
  (
    await trx
      .selectFrom('staff_roles')
      .select('user_id')
      .where('role', '=', 'owner')
      .orderBy('user_id')
      .forUpdate()
      .execute()
  ).map((row) => row.user_id);

export const hasOwner = (db: Db): Promise<boolean> =>
  hasRow(db.selectFrom('staff_roles').select('user_id').where('role', '=', 'owner').limit(1));
