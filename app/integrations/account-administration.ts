import { withTables } from '#platform/database/with-tables.ts';
import { verifyEmail } from '#providers/identity/accounts/repository.ts';
import {
  disableUser,
  enableUser,
  findUser,
  removeSecondFactors,
  signOutUser,
} from '#providers/identity/administration.ts';
import type { IdentityTables } from '#providers/identity/schema/tables.ts';
import type { AccountAdministration } from '#server/integrations/account-administration.ts';

const identityTables = withTables<IdentityTables>;

/** The accounts of the built-in identity provider. */
export const accountAdministration: AccountAdministration = {
  find: (trx, emailOrId) => findUser(identityTables(trx), emailOrId),
  disable: (trx, id) => disableUser(identityTables(trx), id),
  enable: (trx, id) => enableUser(identityTables(trx), id),
  signOut: (trx, id) => signOutUser(identityTables(trx), id),
  verifyEmail: (trx, { id, email }) => verifyEmail(identityTables(trx), { accountId: id, email }),
  removeVerificationMethods: (trx, id) => removeSecondFactors(identityTables(trx), id),
};
