import type { StaffRole } from '#contract/staff-access.ts';

/** One row per role and center of an account. `center_id` is empty for a role for the whole site. */
export type StaffRoleRow = { user_id: string; role: StaffRole; center_id: string; granted_at: number };

/** A row of the staff log (features/staff-log/log-chain.ts). Never changed, and deleted only by pruning. */
export type StaffLogRow = { seq: number; at: number; content: string; mac: string };

/**
 * Number and HMAC of the last row of the staff log. The only row has the `id` 1, and is locked while the log
 * is written.
 */
export type StaffLogHeadRow = { id: 1; seq: number; mac: string };

/**
 * A person in a row of the staff log. `is_actor` is 1 for the person who acted. The HMAC of the log's row
 * covers the person.
 */
export type StaffLogPersonRow = { pseudonym: string; seq: number; is_actor: number };

/**
 * Connects a pseudonym in the staff log to an account, which may have several. `user_id` is null once the
 * account is deleted. The HMAC covers both columns, to distinguish a deleted account from a changed or
 * missing row.
 */
export type PersonKeyRow = { pseudonym: string; user_id: string | null; mac: string };

/**
 * The period in which a sign-in on a device may use the staff side. Ending it early sets `ends_at` to that
 * time. Kept until its sign-in can no longer start a shift, so that no sign-in starts a second one.
 */
export type StaffShiftRow = {
  id: string;
  user_id: string;
  /**
   * When the person signed in (`auth_time`), in ms, as text. The same for all sessions that continue the
   * sign-in.
   */
  sign_in: string;
  /** The browser, such as `Firefox on Android`. Empty if unknown. */
  device: string;
  started_at: number;
  ends_at: number;
};

/**
 * The server's half of the key of the lists on a device (findShiftKey in features/staff/shifts.ts). Deleted
 * when the shift ends.
 */
export type ShiftKeyRow = { shift_id: string; user_id: string; key: string; ends_at: number };

/** A role to be granted to the person who confirms this address, in lower case. */
export type StaffInvitationRow = { email: string; role: StaffRole; center_id: string; expires_at: number };
