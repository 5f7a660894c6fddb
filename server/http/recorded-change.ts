import type { StaffAction } from '#contract/staff-actions.ts';
import type { Trx } from '#server/db/tables.ts';

/** An entry of the staff log. `people`: ids of the accounts whose data was viewed or changed. */
export type RecordedEntry = {
  action: StaffAction;
  people: readonly string[];
  centerId?: string;
  pruned?: PrunedRows;
};

/** The last row of the staff log that was deleted because it was older than `before`, a time in ms. */
export type PrunedRows = { seq: number; mac: string; before: number };

/** Adds a row to the staff log, at the end of the transaction. */
export type RecordEntry = (entry: RecordedEntry) => Promise<void>;

/** Runs a change by staff or by the command line in a transaction, together with its rows in the staff log. */
export type RecordedChange = <Result>(
  change: (trx: Trx, record: RecordEntry) => Promise<Result>,
) => Promise<Result>;
