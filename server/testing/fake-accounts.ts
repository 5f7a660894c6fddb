import type { Db } from '#server/db/tables.ts';
import { listStoredEmails } from '#server/features/users/repository.ts';
import type { AccountAddress, IdentityAccounts } from '#server/integrations/identity-accounts.ts';

/**
 * Creates a fake identity provider. Its accounts have the addresses of their last sign-in, except for those
 * in `changed`, which is keyed by account id.
 */
export function createFakeAccounts() {
  const changed = new Map<string, AccountAddress>();
  const accounts = {
    changed,
    async listAddresses(db: Db, ids: readonly string[]): Promise<Map<string, AccountAddress>> {
      const stored = await listStoredEmails(db, ids);
      return new Map([...stored].map(([id, address]) => [id, changed.get(id) ?? address]));
    },
    selectConfirmed(db: Db) {
      // No account has this id. PostgreSQL rejects an empty list.
      const idsOf = (isConfirmed: boolean) => [
        '-',
        ...[...changed].flatMap(([id, address]) => (address.isConfirmed === isConfirmed ? [id] : [])),
      ];
      return db
        .selectFrom('users')
        .select('id')
        .where((e) => e.or([e('email_verified_at', 'is not', null), e('id', 'in', idsOf(true))]))
        .where('id', 'not in', idsOf(false));
    },
  };
  return accounts as IdentityAccounts & typeof accounts;
}
