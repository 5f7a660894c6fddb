/** What clients were told is done; the database is held against it at the end. */
export type Ledger = {
  /** Appointments by their id, and whose. */
  booked: Map<string, string>;
  cancelled: Set<string>;
  /** Appointment and the intent that paid it. */
  paid: Map<string, string>;
  photos: Map<string, string>;
  /** Addresses of those who registered. */
  accounts: Set<string>;
  /** Photos, and the addresses of those who reported them. */
  reports: Map<string, Set<string>>;
  /** Answers that break a promise at once. */
  faults: string[];
};

export const emptyLedger = (): Ledger => ({
  booked: new Map(),
  cancelled: new Set(),
  paid: new Map(),
  photos: new Map(),
  accounts: new Set(),
  reports: new Map(),
  faults: [],
});
