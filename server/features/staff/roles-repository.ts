import { hasRow } from '#platform/database/rows.ts';
import type { StaffRoleRow } from '#server/db/staff-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { GrantedRole, Owner } from '#server/http/viewer.ts';

/** Returns whether the account has signed in to this site. */
export const hasAccount = (db: Db, { userId }: Owner): Promise<boolean> =>
  hasRow(db.selectFrom('users').select('id').where('id', '=', userId));

type RoleKey = Pick<StaffRoleRow, 'user_id' | 'role' | 'center_id'>;

/** Returns false if the account already had the role. */
export const addRole = (trx: Trx, role: StaffRoleRow): Promise<boolean> =>
  hasRow(
    trx
      .insertInto('staff_roles')
      .values(role)
      .onConflict((c) => c.columns(['user_id', 'role', 'center_id']).doNothing())
      .returning('user_id'),
  );

/** Returns false if the account did not have the role. */
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
  db
    .selectFrom('staff_roles')
    .select(['role', 'center_id as centerId'])
    .where('user_id', '=', userId)
    .orderBy('role')
    .orderBy('center_id')
    .execute();

export const removeRoles = (trx: Trx, { userId }: Owner) =>
  trx.deleteFrom('staff_roles').where('user_id', '=', userId).execute();

/** Returns all roles of all accounts. */
export const listAllRoles = (db: Db): Promise<StaffRoleRow[]> =>
  db
    .selectFrom('staff_roles')
    .select(['user_id', 'role', 'center_id', 'granted_at'])
    .orderBy('user_id')
    .orderBy('role')
    .orderBy('center_id')
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
