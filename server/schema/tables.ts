/** The product server's tables. Instants are ms since 1970, days are `YYYY-MM-DD`. */
export type UserTable = {
  /** The identity provider's user id: what records belong to. */
  id: string;
  /** In lower case; how records are asked for. */
  email: string;
  created_at: number;
};

/** One row an access token; a revoked one opens nothing. */
export type SessionTable = {
  id: string;
  user_id: string;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
};

export type ReviewTable = {
  id: string;
  member_type: string;
  view_context: string;
  image: string;
  name: string;
  email: string;
};

export type PhotoTable = {
  id: string;
  user_id: string;
  img: string;
  title: string;
  width: number | null;
  height: number | null;
  placeholder: string | null;
};

export type PhotoReportTable = { photo_id: string; user_id: string; created_at: number };

export type AppointmentTable = {
  id: string;
  user_id: string;
  email: string;
  name: string;
  phone: string;
  center: string;
  blood_group: string;
  opinion: string | null;
  day: string;
  /** The payment intent that paid it; final. */
  transaction_id: string | null;
  refunded_at: number | null;
};

/** One row a payment intent, written before the browser sees the intent. */
export type ChargeTable = {
  intent_id: string;
  appointment_id: string;
  status: 'open' | 'succeeded' | 'canceled' | 'refund-due' | 'refunded';
  created_at: number;
  /** When the reconciler looks at it next. */
  check_at: number;
};

/** What a member already sent under an Idempotency-Key, kept for a day. */
export type IdempotencyTable = {
  user_id: string;
  key: string;
  request_hash: string;
  appointment_id: string;
  created_at: number;
};

export type Tables = {
  users: UserTable;
  sessions: SessionTable;
  reviews: ReviewTable;
  photos: PhotoTable;
  photo_reports: PhotoReportTable;
  appointments: AppointmentTable;
  charges: ChargeTable;
  idempotency_keys: IdempotencyTable;
};
