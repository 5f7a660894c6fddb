import type { StaffRole } from '#contract/staff.ts';

/** One row per role and center of an account. `center_id` is empty for a role that is for no center. */
export type StaffRoleRow = { user_id: string; role: StaffRole; center_id: string; granted_at: number };

/** A row of the staff log (features/staff/log-chain.ts). Never changed; deleted only by retention, up to a checkpoint. */
export type StaffLogRow = { chain: string; seq: number; content: string; mac: string };

/** The last row of each chain. Locked while a row is added. */
export type StaffLogHeadRow = { chain: string; seq: number; mac: string };

/** Finds the rows about a member's data, so that the member can see them. Deleted with the account. */
export type StaffLogPersonRow = { user_id: string; chain: string; seq: number };

/** The key of a person in the log, in base64url. Deleted with the account: then no row can tell who it was. */
export type PersonKeyRow = { user_id: string; key: string };
