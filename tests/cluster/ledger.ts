/** Writes that clients got an acknowledgment for. Compared with the database at the end. */
export type Ledger = {
  /** Appointment id -> email of its member. */
  booked: Map<string, string>;
  cancelled: Set<string>;
  /** Appointment id -> id of the intent that paid for it. */
  paid: Map<string, string>;
  photos: Map<string, string>;
  /** Emails of registered members. */
  accounts: Set<string>;
  /** Photo id -> emails of the members who reported it. */
  reports: Map<string, Set<string>>;
  /** Number of held and offered places that members took. */
  chosenPlaces: number;
  /** Number of moves to another day of the clinic. */
  movedPlaces: number;
  /** Responses that are wrong in themselves. */
  faults: string[];
};

export const createLedger = (): Ledger => ({
  booked: new Map(),
  cancelled: new Set(),
  paid: new Map(),
  photos: new Map(),
  accounts: new Set(),
  reports: new Map(),
  chosenPlaces: 0,
  movedPlaces: 0,
  faults: [],
});
