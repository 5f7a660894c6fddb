/** The acknowledged writes of the clients, which are compared with the database at the end. */
export type Ledger = {
  /** Appointment id -> email of its member. */
  booked: Map<string, string>;
  canceled: Set<string>;
  /** Appointment id -> id of the intent that paid for it. */
  paid: Map<string, string>;
  photos: Map<string, string>;
  /** Emails of registered members. */
  accounts: Set<string>;
  /** Photo id -> emails of the members who reported it. */
  reports: Map<string, Set<string>>;
  /** Number of held and offered slots that members took. */
  chosenSlots: number;
  /** Number of moves to another day of the clinic. */
  movedSlots: number;
  /** Responses that are wrong in themselves. */
  faults: string[];
};

export const createLedger = (): Ledger => ({
  booked: new Map(),
  canceled: new Set(),
  paid: new Map(),
  photos: new Map(),
  accounts: new Set(),
  reports: new Map(),
  chosenSlots: 0,
  movedSlots: 0,
  faults: [],
});
