/** Waiting work that must happen after a commit: one row a message. Instants in ms. */
export type OutboxTable = {
  id: string;
  kind: string;
  payload: string;
  /** Not before this instant: the due time, then the end of the lease, then the next try. */
  due_at: number;
  attempts: number;
  last_error: string | null;
};

/** Secrets that nobody set, made at first start, encrypted under the master key. */
export type SecretTable = { name: string; value: string };

export type PlatformTables = { platform_outbox: OutboxTable; platform_secret: SecretTable };
