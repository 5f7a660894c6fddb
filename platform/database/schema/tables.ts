/** Messages to be delivered after a commit. Times in ms. */
export type OutboxRow = {
  id: string;
  kind: string;
  payload: string;
  /** The earliest time of the next delivery, in ms. During a delivery, this is the end of the lease. */
  due_at: number;
  attempts: number;
  last_error: string | null;
  /** Id of the request that created the message, to find it in the log. */
  request_id: string | null;
  /**
   * Fencing token of the server that is delivering the message. Only the server that has the token may
   * complete, fail or renew the delivery.
   */
  claim: string | null;
  /**
   * Hash of the network address that requested the message, or the message's kind. Null in rows of the
   * previous version.
   */
  requester: string | null;
  /** How many messages of the same requester waited before this one. The lowest turn is delivered first. */
  turn: number;
};

/**
 * Messages that the recipient's service rejected permanently. They stay until the operator decides or they
 * expire.
 */
export type RejectedMessageRow = {
  id: string;
  kind: string;
  payload: string;
  reason: string;
  rejected_at: number;
  /** In ms. The message is useless after this time and is removed. */
  expires_at: number;
  request_id: string | null;
};

/** Secrets generated at first start, encrypted with the master key. */
export type SecretRow = { name: string; value: string };

/** Rate limit counters. `key` is a hash of the limit and the client. `expire` is in ms. */
export type LimitRow = { key: string; points: number; expire: number };

/**
 * Jobs that run on one server at a time. `due_at`, in ms, is the end of the lease during a run, and otherwise
 * the next run.
 */
export type JobRow = { name: string; holder: string; due_at: number };

export type PlatformTables = {
  platform_outbox: OutboxRow;
  platform_outbox_rejected: RejectedMessageRow;
  platform_secret: SecretRow;
  platform_limits: LimitRow;
  platform_job: JobRow;
};
