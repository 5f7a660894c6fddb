import type { StaffAction } from '#contract/staff-actions.ts';
import type { Trx } from '#server/db/tables.ts';

/** An entry of the staff log. `people`: ids of the accounts whose data was viewed or changed. */
export type NewLogEntry = {
  action: StaffAction;
  people: readonly string[];
  centerId?: string;
  pruned?: PrunedRows;
};

/** The last row of the staff log that was deleted because it was older than `before`, a time in ms. */
export type PrunedRows = { seq: number; mac: string; before: number };

/** Adds a row to the staff log, at the end of the transaction. */
export type AddLogEntry = (entry: NewLogEntry) => Promise<void>;

/**
 * Runs a function in a transaction, and adds the entries that it logs to the staff log, for a staff member or
 * the command line.
 */
export type WithStaffLog = <Result>(run: (trx: Trx, log: AddLogEntry) => Promise<Result>) => Promise<Result>;
