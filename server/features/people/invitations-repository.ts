import type { StaffInvitationRow } from '#server/db/staff-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';

/** Adds an invitation, or extends it. */
export const addInvitation = (trx: Trx, invitation: StaffInvitationRow) =>
  trx
    .insertInto('staff_invitations')
    .values(invitation)
    .onConflict((c) =>
      c.columns(['email', 'role', 'center_id']).doUpdateSet({ expires_at: invitation.expires_at }),
    )
    .execute();

/** Withdraws an invitation. Returns the number of removed rows. */
export async function removeInvitation(
  trx: Trx,
  { email, role, center_id }: Omit<StaffInvitationRow, 'expires_at'>,
): Promise<number> {
  const removed = await trx
    .deleteFrom('staff_invitations')
    .where('email', '=', email)
    .where('role', '=', role)
    .where('center_id', '=', center_id)
    .returning('email')
    .execute();
  return removed.length;
}

/** Removes the invitations to an address and returns those that have not expired. */
export async function takeInvitations(
  trx: Trx,
  { email, now }: { email: string; now: number },
): Promise<StaffInvitationRow[]> {
  const rows = await trx
    .deleteFrom('staff_invitations')
    .where('email', '=', email)
    .returning(['email', 'role', 'center_id', 'expires_at'])
    .execute();
  return rows.filter((row) => row.expires_at > now);
}

export const listInvitations = (db: Db, now: number) =>
  db
    .selectFrom('staff_invitations')
    .select(['email', 'role', 'center_id'])
    .where('expires_at', '>', now)
    .orderBy('email')
    .orderBy('role')
    .orderBy('center_id')
    .execute();

export const removeExpiredInvitations = (db: Db, now: number) =>
  db.deleteFrom('staff_invitations').where('expires_at', '<=', now).execute();
