import type { Database } from '#platform/database/open.ts';
import { withTables } from '#platform/database/with-tables.ts';
import { listEmails, selectVerified, verifyEmail } from '#providers/identity/accounts/repository.ts';
import { exportAccount } from '#providers/identity/accounts/rules.ts';
import {
  confirmAddressOf,
  disableUser,
  enableUser,
  endSignIn,
  findUser,
  removeSecondFactors,
  signOutUser,
} from '#providers/identity/manage-users.ts';
import type { IdentityTables } from '#providers/identity/schema/tables.ts';
import type { IdentityAccounts } from '#server/integrations/identity-accounts.ts';
import type { Config } from '../config/config.ts';

const identityTables = withTables<IdentityTables>;

/** Returns undefined if Firebase has the accounts. */
export const getIdentityAccounts = ({ identity }: Pick<Config, 'identity'>): IdentityAccounts | undefined =>
  identity.provider === 'embedded' ? identityAccounts : undefined;

/** Returns the built-in identity provider's data of an account, for an export without a running site. */
export const describeIdentityAccount = (database: Database, id: string) =>
  exportAccount({ db: database.withTables<IdentityTables>() }, id);

/** The accounts of the built-in identity provider. */
export const identityAccounts: IdentityAccounts = {
  find: (trx, emailOrId) => findUser(identityTables(trx), emailOrId),
  async listAddresses(db, ids) {
    const rows = await listEmails(identityTables(db), ids);
    return new Map(
      rows.map((row) => [row.account_id, { email: row.email, isConfirmed: row.verified === 1 }]),
    );
  },
  selectConfirmed: (db) => selectVerified(identityTables(db)),
  disable: (trx, id) => disableUser(identityTables(trx), id),
  enable: (trx, id) => enableUser(identityTables(trx), id),
  endSignIn: (trx, { id, signedInAt }) => endSignIn(identityTables(trx), id, signedInAt),
  confirmAddress: (trx, id) => confirmAddressOf(identityTables(trx), id),
  signOut: (trx, id) => signOutUser(identityTables(trx), id),
  verifyEmail: (trx, { id, email }) => verifyEmail(identityTables(trx), { accountId: id, email }),
  removeVerificationMethods: (trx, id) => removeSecondFactors(identityTables(trx), id),
};
