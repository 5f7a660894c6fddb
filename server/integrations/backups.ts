/** `madeAt` in ms. */
export type Backup = { name: string; madeAt: number };

/** Backups of the embedded site. */
export type Backups = {
  /** `no-folder`: BACKUP_DIR is not set. `postgresql`: the site is backed up with PostgreSQL's tools. */
  state: 'ready' | 'no-folder' | 'postgresql';
  /** Lists the finished backups in BACKUP_DIR, newest first, at most a hundred. */
  list(): Promise<Backup[]>;
  isRunning(): boolean;
  /** Why the last backup failed, if it did. */
  failure(): string | undefined;
  /**
   * Starts a backup, if `state` is `ready`, after `log`: it rejects if that does, and does not wait for the
   * end of the backup. Returns false while another one is being made.
   */
  start(log: () => Promise<void>): Promise<boolean>;
};
