import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ERASED_ACCOUNTS } from '#platform/files/data-folder.ts';

export type ErasedAccounts = {
  /** Records that an account was deleted. The same id may be added again. */
  add: (userId: string) => Promise<void>;
  /** Returns the ids of all deleted accounts. */
  list: () => Promise<string[]>;
};

/**
 * Keeps the ids of deleted accounts in a file outside the database. A restored backup contains the accounts
 * deleted after it was made, with their keys in the staff log. The next start deletes these accounts again.
 */
export function createErasedAccounts(dataDir: string): ErasedAccounts {
  const path = join(dataDir, ERASED_ACCOUNTS);
  return {
    async add(userId) {
      await using file = await open(path, 'a', 0o600);
      // Begins a new line, because a crash may have left the last one incomplete.
      await file.write(`\n${userId}\n`);
      await file.sync();
    },
    async list() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return '';
        throw error;
      });
      return [...new Set(text.split('\n').filter(Boolean))];
    },
  };
}
