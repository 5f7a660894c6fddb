/** `madeAt` is in ms. */
export type Backup = { name: string; madeAt: number };

/** Backups in BACKUP_DIR. */
export type Backups = {
  /** `no-folder`: BACKUP_DIR is not set. `postgresql`: the same, and the database has tools of its own. */
  state: 'ready' | 'no-folder' | 'postgresql';
  /** Lists the finished backups in BACKUP_DIR, newest first, at most a hundred. */
  list(): Promise<Backup[]>;
  isRunning(): boolean;
  /** Returns the error of the last backup, if it failed. */
  failure(): string | undefined;
  /**
   * Runs `log`, then starts a backup without waiting for its end. Rejects if `log` rejects. Returns false,
   * without running `log`, if `state` is not `ready` or a backup is running.
   */
  start(log: () => Promise<void>): Promise<boolean>;
};
