import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { deleteBefore } from '#platform/database/in-batches.ts';
import { hasRow } from '#platform/database/rows.ts';
import { columns } from './columns.ts';
import type { Db, IdentityTables, OneTime, Trx } from './tables.ts';

/** Tables of one-time secrets. The limited ones also count attempts. */
type OneTimeTable = LimitedTable | 'identity_code';
export type LimitedTable = 'identity_text_code' | 'identity_pending_sign_in' | 'identity_totp_enrolment';

/** The tables with rows of an account, besides its sessions and pending sign-ins. */
export const ownedTables = [
  ...(['identity_email', 'identity_phone', 'identity_google', 'identity_passkey'] as const),
  ...(['identity_factor', 'identity_code', 'identity_text_code', 'identity_totp_enrolment'] as const),
];
type OwnedTable = (typeof ownedTables)[number];

/** The tables whose primary key decides which account owns an address, a number or a Google identity. */
const claimedKeys = { identity_email: 'email', identity_phone: 'phone_number', identity_google: 'subject' };

const MAX_TRIES = 5;

/** Kysely cannot type a table name that is a variable, so the callers' types check it. */
const untyped = (db: Db) => db as unknown as Kysely<Record<string, Record<string, unknown>>>;

/** Returns the SHA-256 (base64url) of a secret. Tokens and codes are stored only as this hash. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'base64url');

/** Returns the row with these column values. */
export async function findRow<Table extends keyof IdentityTables>(
  db: Db,
  table: Table,
  filter: Partial<IdentityTables[Table]>,
) {
  const name: string = table;
  const rows = untyped(db)
    .selectFrom(name)
    .select(columns[table] as string[]);
  return (await rows.where((eb) => eb.and(filter)).executeTakeFirst()) as IdentityTables[Table] | undefined;
}

export async function addRow<Table extends keyof IdentityTables>(
  db: Db,
  table: Table,
  row: IdentityTables[Table],
) {
  const name: string = table;
  const values: Record<string, unknown> = row;
  await untyped(db).insertInto(name).values(values).execute();
}

/**
 * Makes the identifier the account's only one in this table. Returns false, without any change, when an
 * account, even this one, already has it.
 */
export async function claimIdentifier<Table extends keyof typeof claimedKeys>(
  trx: Trx,
  table: Table,
  row: IdentityTables[Table],
) {
  const name: string = table;
  const key = claimedKeys[table];
  const values: Record<string, unknown> = row;
  const added = untyped(trx).insertInto(name).values(values);
  if (!(await hasRow(added.onConflict((c) => c.column(key).doNothing()).returning(key)))) return false;
  const owned = untyped(trx).deleteFrom(name).where('account_id', '=', row.account_id);
  await owned.where(key as string, '<>', values[key]).execute();
  return true;
}

/** Deletes a code, which is then used. Returns true for only one of several concurrent requests. */
export function claimOneTimeCode(trx: Trx, table: OneTimeTable, hash: string): Promise<boolean> {
  return hasRow(trx.deleteFrom(table).where('hash', '=', hash).returning('hash'));
}

/**
 * Records the use of a token that is not stored. Returns true for only one of several concurrent requests.
 */
export const claimTokenUse = (
  db: Db,
  { secret, expiresAt }: { secret: string; expiresAt: number },
): Promise<boolean> =>
  hasRow(
    db
      .insertInto('identity_google_answer')
      .values({ hash: hashSecret(secret), expires_at: expiresAt })
      .onConflict((c) => c.column('hash').doNothing())
      .returning('hash'),
  );

export type LimitedFilter<Table extends LimitedTable> = Partial<IdentityTables[Table]> & { hash: string };

/** Returns whether the secret has attempts left and has not expired. */
export const isUsable = ({ tries, expires_at }: OneTime, now: number): boolean =>
  tries < MAX_TRIES && expires_at > now;

/**
 * Returns the usable row with these column values, if any, and counts an attempt. Call it before checking the
 * code, so that parallel attempts gain nothing.
 */
export async function countAttempt<Table extends LimitedTable>(
  db: Db,
  table: Table,
  { now, ...filter }: LimitedFilter<Table> & { now: number },
): Promise<IdentityTables[Table] | undefined> {
  const name: string = table;
  const row = await untyped(db)
    .updateTable(name)
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where((eb) => eb.and([eb.and(filter), eb('tries', '<', MAX_TRIES), eb('expires_at', '>', now)]))
    .returning(columns[table] as string[])
    .executeTakeFirst();
  return row as IdentityTables[Table] | undefined;
}

export async function removeAccountRows(trx: Trx, accountId: string, ...tables: OwnedTable[]): Promise<void> {
  for (const table of tables) await trx.deleteFrom(table).where('account_id', '=', accountId).execute();
}

/** Removes codes, used tokens and pending rows that expired before this time. */
export async function removeExpired(db: Db, before: number): Promise<void> {
  const where = { key: 'hash', column: 'expires_at', before } as const;
  await deleteBefore(db, 'identity_code', where);
  await deleteBefore(db, 'identity_text_code', where);
  await deleteBefore(db, 'identity_google_answer', where);
  await db.deleteFrom('identity_pending_sign_in').where('expires_at', '<', before).execute();
  await db.deleteFrom('identity_totp_enrolment').where('expires_at', '<', before).execute();
}
