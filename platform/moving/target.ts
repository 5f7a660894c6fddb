import { sql } from 'kysely';
import { type Migrations, migrate } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/open.ts';
import { tableNames, versionOf } from '../database/versions.ts';
import { SetupError } from '../errors.ts';
import { type MoveState, readMoveState } from './state.ts';
import { isOfTheSite } from './tables.ts';

/** @throws SetupError when nothing answers there */
export async function openTarget(to: string): Promise<Database> {
  try {
    return await openDatabase({ url: to });
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    throw new SetupError(error.message.replace('DATABASE_URL', 'The database at --to'), { cause: error });
  }
}

/**
 * Brings the target's tables to this version, unless it holds something already and no move has been there before.
 * @throws SetupError before anything there is changed
 */
export async function prepareTarget(target: Database, services: readonly Migrations[]): Promise<MoveState> {
  const version = await versionOf(target, services);
  if (version === 'newer')
    throw new SetupError('The database at --to is of a newer version. Run the command of that version.');
  const state = await readMoveState(target);
  if (state === 'none') await assertEmpty(target);
  await migrate(target, services, { halfMoved: true });
  return state;
}

async function assertEmpty(target: Database): Promise<void> {
  for (const name of [...(await tableNames(target))].filter(isOfTheSite)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(target);
    if (rows.length > 0)
      throw new SetupError(
        `The database at --to holds another site already, or something else: there are rows in ${name}. Give an empty database.`,
      );
  }
}
