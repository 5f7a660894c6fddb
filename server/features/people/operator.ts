import { isEmailAddress } from '#contract/email-address.ts';
import { MAX_EMAIL_LENGTH } from '#contract/single-line.ts';
import { centerRoles, isStaffRole, type StaffRole, staffRoles } from '#contract/staff-access.ts';
import type { StaffAction } from '#contract/staff-actions.ts';
import type { Database } from '#platform/database/open.ts';
import { AppError, SetupError } from '#platform/errors.ts';
import type { Tables, Trx } from '#server/db/tables.ts';
import { findCenterByName, listCenterNames } from '#server/features/centers/rules.ts';
import { sendsEmail } from '#server/features/site-administration/email-settings.ts';
import { addRole, hasOwner, removeRole } from '#server/features/staff/rules.ts';
import { endShifts } from '#server/features/staff/shifts.ts';
import { withOperatorLog } from '#server/features/staff-log/staff-log.ts';
import { findMember } from '#server/features/users/rules.ts';
import type { IdentityAccounts } from '#server/integrations/identity-accounts.ts';
import { requireEnabled } from './accounts.ts';
import { type InvitationCore, sendInvitation } from './invitations.ts';
import { listStaff } from './members.ts';

/** `center` is the id or the name of a center, or empty for a role for the whole site. */
type RoleChange = {
  /** The address or the id of the account. */
  account: string;
  role: string;
  center: string;
  now: number;
  logKey: Uint8Array;
  /** Undefined if Firebase has the accounts. */
  accounts: Pick<IdentityAccounts, 'find' | 'listAddresses'> | undefined;
};

/**
 * Grants a role to an existing account.
 * @throws SetupError if the account does not exist or is disabled, its address is not confirmed, there is no
 * such role or center, or the role needs a center
 */
export const grantRole = (database: Database, change: RoleChange): Promise<string> =>
  changeRole(database, change, async (trx, { userId, role, centerId, isConfirmed }) => {
    if (!isConfirmed)
      throw new SetupError(
        `${change.account} is not confirmed yet. Ask the person to confirm the address first.`,
      );
    await requireEnabled(change.accounts, trx, userId).catch((cause: unknown) => {
      if (!(cause instanceof AppError)) throw cause;
      throw new SetupError(`${change.account} is disabled. Enable it first: identity enable.`, { cause });
    });
    if (centerRoles.includes(role)) await requireCenter(trx, role, centerId);
    const isNew = await addRole(trx, {
      user_id: userId,
      role,
      center_id: centerId,
      granted_at: change.now,
    });
    return { isChanged: isNew, action: `grant ${role}`, text: isNew ? 'granted' : 'already granted' };
  });

async function requireCenter(trx: Trx, role: StaffRole, id: string): Promise<void> {
  const names = await listCenterNames(trx);
  if (names.has(id)) return;
  const problem = id ? `There is no center ${id}.` : `The role ${role} needs a center.`;
  const lines = [...names].map(([id, name]) => `  ${id}  ${name}`);
  const hint = lines.length > 0 ? 'The centers are:' : 'Add one first.';
  throw new SetupError([`${problem} ${hint}`, ...lines].join('\n'));
}

/**
 * Revokes an account's role and ends its shifts. @throws SetupError if the account or the role does not exist
 */
export const revokeRole = (database: Database, change: RoleChange): Promise<string> =>
  changeRole(database, change, async (trx, { userId, role, centerId }) => {
    const isChanged = await removeRole(trx, { user_id: userId, role, center_id: centerId });
    await endShifts(trx, { userId, now: change.now });
    if (!isChanged) throw new SetupError(`${change.account} does not have the role ${role}.`);
    const hasNoOwner = role === 'owner' && !(await hasOwner(trx));
    return { isChanged, action: `revoke ${role}`, text: hasNoOwner ? lastOwnerRevoked : 'revoked' };
  });

const lastOwnerRevoked =
  'revoked. The site has no owner now, so it prints a link on its terminal, at the latest when it starts next: whoever opens it becomes the owner';

type Holder = { userId: string; role: StaffRole; centerId: string; isConfirmed: boolean };
type Change = { isChanged: boolean; action: StaffAction; text: string };

function changeRole(
  database: Database,
  { account, role, center, now, logKey, accounts }: RoleChange,
  apply: (trx: Trx, holder: Holder) => Promise<Change>,
): Promise<string> {
  if (!isStaffRole(role)) throw new SetupError(`There is no role ${role}; use ${staffRoles.join(', ')}.`);
  if (center && !centerRoles.includes(role))
    throw new SetupError(`The role ${role} is for the whole site: leave out the center.`);
  const db = database.withTables<Tables>();
  return withOperatorLog({ db, clock: () => now, logKey }, async (trx, log) => {
    const member = await findMember(trx, accounts, account);
    if (!member) throw new SetupError(`There is no account ${account}. The person must sign in once first.`);
    const centerId = (await findCenterByName(trx, center))?.id ?? center;
    const { isChanged, action, text } = await apply(trx, { ...member, role, centerId });
    if (isChanged) await log({ action, people: [member.userId], ...(centerId && { centerId }) });
    return `${account}: ${role} ${text}.`;
  });
}

/** Invites an address to become an owner, by email. @throws SetupError if it is not an email address */
export async function inviteOwner(
  deps: InvitationCore & {
    db: Database;
    logKey: Uint8Array;
    hasSmtpUrl: boolean;
    accounts: RoleChange['accounts'];
  },
  email: string,
): Promise<string> {
  if (email.length > MAX_EMAIL_LENGTH || !isEmailAddress(email))
    throw new SetupError(`${email} is not an email address.`);
  const db = deps.db.withTables<Tables>();
  await withOperatorLog({ ...deps, db }, async (trx, log) => {
    const account = await findMember(trx, deps.accounts, email);
    await sendInvitation(deps, trx, {
      email: email.toLowerCase(),
      role: 'owner',
      centerIds: [''],
      centers: [],
      invitedBy: undefined,
      language: account?.language,
    });
    await log({ action: 'invite owner', people: [] });
  });
  return (await sendsEmail(db, { isSetByOperator: deps.hasSmtpUrl }))
    ? `An email to ${email} is sent within seconds, or when the site runs again.`
    : `The invitation of ${email} waits. This site sends no email: its messages are files in DATA_DIR/outbox. Give the person this link: ${deps.publicUrl}/staff/join`;
}

/** Returns one line per account, role and center. An account without an address is listed by its id. */
export async function describeStaff(database: Database, accounts: RoleChange['accounts']): Promise<string> {
  const rows = await listStaff({ db: database.withTables<Tables>(), accounts });
  if (rows.length === 0) return 'Nobody has a role.';
  return rows
    .map(({ user_id, email, role, center_id }) =>
      [email || user_id, role, center_id].filter(Boolean).join('  '),
    )
    .join('\n');
}
