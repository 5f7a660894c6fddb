import type { StaffRole } from '#contract/staff-access.ts';

/** One row per role and center of an account. `center_id` is empty for a role that is for no center. */
export type StaffRoleRow = { user_id: string; role: StaffRole; center_id: string; granted_at: number };

/** A row of the staff log (features/staff/log-chain.ts). Never changed; deleted only by retention, up to a checkpoint. */
export type StaffLogRow = {
  chain: string;
  seq: number;
  content: string;
  mac: string;
  /** Orders the rows of all chains. The content has the same time, under the HMAC. */
  at: number;
};

/** The last row of each chain. Locked while a row is added. */
export type StaffLogHeadRow = { chain: string; seq: number; mac: string };

/** The last row of a chain that retention deleted, signed (features/staff/log-chain.ts). */
export type StaffLogCheckpointRow = { chain: string; seq: number; mac: string; signature: string };

/** Finds the rows about a member's data, so that the member can see them. Deleted with the account. */
export type StaffLogPersonRow = {
  user_id: string;
  chain: string;
  seq: number;
  /** Place among the encrypted ids of the row (features/staff/log-people.ts); null in rows of the previous version. */
  place: number | null;
};

/**
 * An encrypted id in a row of the log that nobody can decrypt any more: its account was deleted, or a walk-in was claimed
 * by the account `replaced_by`. Signed, so that nobody without the site's secret can pretend either.
 */
export type StaffLogErasureRow = {
  chain: string;
  seq: number;
  place: number;
  replaced_by: string | null;
  signature: string;
};

/** Who did what a row says. Deleted with the account. */
export type StaffLogActorRow = { chain: string; seq: number; user_id: string };

/** The key of a person in the log, in base64url. Deleted with the account: then no row can tell who it was. */
export type PersonKeyRow = { user_id: string; key: string };

/**
 * The time in which a sign-in on a device may use the staff side. One that was ended early has `ends_at` in the past. Kept
 * for longer than its sign-in can start one, so that there is one shift for each sign-in.
 */
export type StaffShiftRow = {
  id: string;
  user_id: string;
  /** When the person signed in: `auth_time`, in ms. A session that continues the sign-in has the same. */
  sign_in: string;
  /** The browser, such as `Firefox on Android`; empty if unknown. */
  device: string;
  started_at: number;
  ends_at: number;
};

/** The server's half of the key of the lists on a device (features/check-in/device-keys.ts). Deleted when the shift ends. */
export type ShiftKeyRow = { shift_id: string; user_id: string; key: string; ends_at: number };

/** A role that waits for a person whose confirmed address this is, in lower case. */
export type StaffInvitationRow = { email: string; role: StaffRole; center_id: string; expires_at: number };
