import type { Trx } from '#server/db/tables.ts';

/** Adds a row to the staff log. `people`: ids of the accounts whose data was viewed or changed. */
export type RecordEntry = (entry: {
  action: string;
  people: readonly string[];
  centerId?: string;
}) => Promise<void>;

/** Runs a change by staff or by the command line in a transaction, together with its rows in the staff log. */
export type RecordedChange = <Result>(
  change: (trx: Trx, record: RecordEntry) => Promise<Result>,
) => Promise<Result>;
