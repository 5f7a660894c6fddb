import type { Kysely, Transaction } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { columnsOf } from '#platform/database/columns.ts';

/** The product server's tables. Instants are ms since 1970, days are `YYYY-MM-DD`. */
export type UserTable = {
  /** The identity provider's user id: what records belong to. */
  id: string;
  /** In lower case; how records are asked for. */
  email: string;
  created_at: number;
  /** What they read mails in; null for who has not signed in since it is kept. */
  language: Language | null;
  /** Since when this person wants no mails on the day before an appointment. */
  reminders_stopped_at: number | null;
  /** Since when the identity provider says that the address is this person's; null: it does not. */
  email_verified_at: number | null;
};

/** One row an access token; one that is revoked, or whose identity session has ended, opens nothing. */
export type SessionTable = {
  id: string;
  user_id: string;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
  /** By which session of the identity provider; none where that tells of none. */
  identity_session: string | null;
  /** When the person last proved who they are, as the provider said; a new access token keeps it. */
  auth_time: number | null;
};

/** Sessions of the identity provider that have ended; kept for longer than a token of theirs lives. */
export type EndedIdentitySessionTable = { id: string; ended_at: number };

/**
 * Identity tokens of a user that were made until an instant let nobody in: the account is gone, or locked. Kept for
 * longer than such a token lives.
 */
export type RefusedTokensTable = { user_id: string; made_until: number };

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
  /** A hosted service's picture by its address, one of our own image host by its path alone: PUBLIC_URL may change. */
  img: string;
  title: string;
  width: number | null;
  height: number | null;
  placeholder: string | null;
  /** How many members have reported it since the operator last decided, and since when that waits. */
  reports: number;
  reported_at: number | null;
  /** Reported by several; nobody sees it, nor later photos of its picture, until the operator has decided. */
  hidden_at: number | null;
  /** The operator has kept it: no reports hide it any more. */
  kept_at: number | null;
  /** Enough reports to hide it, beyond what reports may hide in an hour: it stays visible and waits for the operator. */
  held_at: number | null;
};

/** Pictures that reports have hidden or the operator has removed: nobody can add a photo of them (`img`: as in photos). */
export type ModeratedPictureTable = { img: string; decided_at: number };

/** One row for each photo that reports may hide in an hour, and when it was last used. */
export type PhotoHidingTable = { slot: number; hidden_at: number };

/** One row a member and photo, so that nobody reports twice. */
export type PhotoReportTable = { photo_id: string; user_id: string; created_at: number };

export type OpinionState = 'waiting' | 'published' | 'refused';

/** Given with a request and meant for everybody; published ones are shown among the reviews. */
export type OpinionTable = {
  id: string;
  user_id: string;
  appointment_id: string;
  /** Both as everybody will see them. */
  text: string;
  shown_name: string;
  state: OpinionState;
  created_at: number;
  /** When the operator last said something about it. */
  decided_at: number | null;
};

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
  /** Beside the transaction id: when, and how much, in cents. */
  paid_at: number | null;
  paid_amount: number | null;
  paid_currency: string | null;
  refunded_at: number | null;
  /** The day of which its person has been reminded, or need not be: it was chosen when the mail was due. */
  reminded_day: string | null;
  /** How often its day was changed: calendars know the newer of two files by it. */
  moves: number;
};

export const appointmentColumns = columnsOf<AppointmentTable>({
  id: true,
  user_id: true,
  email: true,
  name: true,
  phone: true,
  center: true,
  blood_group: true,
  opinion: true,
  day: true,
  transaction_id: true,
  paid_at: true,
  paid_amount: true,
  paid_currency: true,
  refunded_at: true,
  reminded_day: true,
  moves: true,
});

/** Which appointment a transaction pays: its primary key decides, wherever the appointment lies. */
export type TransactionTable = { transaction_id: string; appointment_id: string };

/**
 * `opening`: the provider is being asked for an intent; `open`: there is one, and it may be paid; `failed`: the
 * provider could not make one; `canceled`, `succeeded`, `refund-due`, `refunded`: how it ended; `refund-failed`: the
 * provider or the donor's bank has refused the refund; `unclaimed`: money of this site that this database never asked
 * for. Both wait for the operator; `resolved`: the operator has dealt with it elsewhere.
 */
export type PaymentStatus =
  | 'opening'
  | 'open'
  | 'failed'
  | 'canceled'
  | 'succeeded'
  | 'refund-due'
  | 'refunded'
  | 'refund-failed'
  | 'unclaimed'
  | 'resolved';

/** One row a charge, written before the provider is asked for its intent. An appointment has one live at most. */
export type ChargeTable = {
  /** Also the idempotency key under which the intent is asked for. */
  id: string;
  appointment_id: string;
  intent_id: string | null;
  /** In cents. */
  amount: number;
  currency: string;
  status: PaymentStatus;
  created_at: number;
  /** When a live one is given up, if nothing has been heard of it until then. */
  check_at: number;
  /** How much the provider has refunded, in the smallest unit of the currency. */
  refunded_amount: number;
  /** Why a refund failed: the provider's error code. */
  problem: string | null;
  /** The provider's status of a dispute: `needs_response`, `won`, `lost` ... */
  dispute: string | null;
  /** When the payment page last requested its client secret again. */
  seen_at: number | null;
  /** When the reconciler next queries the provider about an open one. */
  look_at: number | null;
};

/** Everything that was done about a payment, for whoever asks where the money is. */
export type PaymentStepTable = {
  id: string;
  at: number;
  appointment_id: string;
  intent_id: string | null;
  step:
    | 'opened'
    | 'failed'
    | 'canceled'
    | 'paid'
    | 'refund-due'
    | 'refunded'
    | 'partly-refunded'
    | 'refund-failed'
    | 'unclaimed'
    | 'resolved'
    | 'disputed'
    | 'dispute-won'
    | 'dispute-lost'
    | 'dispute-closed';
  /** Who brought the news, or did it. */
  by: 'page' | 'browser' | 'webhook' | 'reconciler' | 'cancellation' | 'refund' | 'operator';
};

/** What this site knows of itself: its id, where its data lies, whether refunds are held. */
export type SiteSettingTable = { name: string; value: string };

/** An event of the card provider that has been handled; a repeat of it is not. */
export type CardEventTable = { id: string; received_at: number };

/** How far a job has read in somebody else's list. */
export type JobPositionTable = { job: string; position: number };

/** What a member already sent under an Idempotency-Key, and the id of what that made; kept for a day. */
export type IdempotencyTable = {
  user_id: string;
  key: string;
  request_hash: string;
  made_id: string;
  created_at: number;
};

export type Tables = {
  users: UserTable;
  sessions: SessionTable;
  ended_identity_sessions: EndedIdentitySessionTable;
  refused_tokens: RefusedTokensTable;
  reviews: ReviewTable;
  photos: PhotoTable;
  photo_reports: PhotoReportTable;
  photo_hidings: PhotoHidingTable;
  moderated_pictures: ModeratedPictureTable;
  opinions: OpinionTable;
  appointments: AppointmentTable;
  transactions: TransactionTable;
  charges: ChargeTable;
  payment_steps: PaymentStepTable;
  card_events: CardEventTable;
  job_positions: JobPositionTable;
  site_settings: SiteSettingTable;
  idempotency_keys: IdempotencyTable;
};

/** The database of the product server, and a transaction on it. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;
