/** Waiting work that must happen after a commit: one row a message. Instants in ms. */
export type OutboxTable = {
  id: string;
  kind: string;
  payload: string;
  /** Not before this instant: the due time, then the end of the lease, then the next try. */
  due_at: number;
  attempts: number;
  last_error: string | null;
  /** The request that asked for it, by which lines of the log are found. */
  request_id: string | null;
  /** Fencing token of the server that delivers the message now: only its holder completes, fails or renews. */
  claim: string | null;
  /** Hash of the network address that asked for the message, or the kind; null in rows of the previous version. */
  requester: string | null;
  /** How many messages of the same requester waited before this one: the lowest turn is delivered first. */
  turn: number;
};

/** Messages that the recipient's service refused for good, until the operator decides or they expire. Instants in ms. */
export type RejectedMessageTable = {
  id: string;
  kind: string;
  payload: string;
  reason: string;
  rejected_at: number;
  /** After this instant nobody can use the message; it is removed. */
  expires_at: number;
  request_id: string | null;
};

/** Secrets that nobody set, made at first start, encrypted under the master key. */
export type SecretTable = { name: string; value: string };

/** How often something was done, by a hash of who did what. `expire` in ms. */
export type LimitTable = { key: string; points: number; expire: number };

/** When the primary was last written to for its replicas' sake, in ms. */
export type HeartbeatTable = { name: string; at: number };

/** A job of which one server runs each round. `due_at`, in ms: the end of the lease, then the next round. */
export type JobTable = { name: string; holder: string; due_at: number };

export type PlatformTables = {
  platform_outbox: OutboxTable;
  platform_outbox_rejected: RejectedMessageTable;
  platform_secret: SecretTable;
  platform_limits: LimitTable;
  platform_heartbeat: HeartbeatTable;
  platform_job: JobTable;
};
