import type { Trx } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';
import { removeRoles } from './roles-repository.ts';
import { removeShiftKeys } from './shift-keys-repository.ts';
import { removeShifts } from './shifts-repository.ts';

export {
  addRole,
  hasAccount,
  hasOwner,
  listAllRoles,
  listRoles,
  lockOwners,
  removeRole,
} from './roles-repository.ts';

/** Removes a person's roles and shifts when the account is deleted. */
export async function removeStaffMember(trx: Trx, person: Owner): Promise<void> {
  await removeRoles(trx, person);
  await removeShifts(trx, person);
  await removeShiftKeys(trx, person);
}
