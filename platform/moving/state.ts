import type { Database } from '../database/open.ts';
import { tableNames } from '../database/versions.ts';
import { SetupError } from '../errors.ts';

/** One of the lock rows (database/migrate.ts), so that a database tells of itself whether a site is moved into it. */
type LockTable = { platform_lock: { name: string } };

/** Whether a site is being moved into this database, or has been. */
export type MoveState = 'none' | 'moving' | 'moved';

export async function readMoveState(database: Database): Promise<MoveState> {
  return (await tableNames(database)).has('platform_lock') ? stateOf(database) : 'none';
}

/** @throws SetupError on a database into which a move has not come to its end: members would miss what is not there yet */
export async function refuseHalfMoved(database: Database): Promise<void> {
  if ((await stateOf(database)) === 'moving')
    throw new SetupError(
      'DATABASE_URL: moving the site there has not ended. Run `npm run operate -- move` again, to its end.',
    );
}

export async function beginMove(database: Database): Promise<void> {
  const db = database.withTables<LockTable>();
  await db.insertInto('platform_lock').values({ name: 'moving' }).execute();
}

export async function endMove(database: Database): Promise<void> {
  const db = database.withTables<LockTable>();
  await db.updateTable('platform_lock').set({ name: 'moved' }).where('name', '=', 'moving').execute();
}

async function stateOf(database: Database): Promise<MoveState> {
  const db = database.withTables<LockTable>();
  const row = await db
    .selectFrom('platform_lock')
    .select('name')
    .where('name', 'in', ['moving', 'moved'])
    .executeTakeFirst();
  return (row?.name as MoveState | undefined) ?? 'none';
}
