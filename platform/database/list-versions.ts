import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { type Clock, minutes } from '../time.ts';

/** How long versions are cached, unless this server writes. */
const MAX_AGE_MS = 200;

export type ListVersionTables = { list_versions: { list: string; version: number } };

export type ListVersions = {
  /**
   * Returns the version of a list. It changes when the list's rows change, and every minute, because slots
   * become unavailable as time passes.
   */
  current(list: string): string | Promise<string>;
  /** Like `current`, for a list that does not change as time passes. */
  currentRows(list: string): string | Promise<string>;
  /** Returns what `read` returns about a list. It is read again when the list's rows have changed. */
  keep<Value>(list: string, read: () => Promise<Value>): Promise<Value>;
  /** Call after a write by this server, so that the next read returns the new version. */
  expire(): void;
};

/** Reads the versions of public lists. While the database does not respond, returns the last known ones. */
export function createListVersions(db: Kysely<ListVersionTables>, clock: Clock): ListVersions {
  type Versions = { at: number; minute: string; of: Map<string, string> };
  let latest: Versions | undefined;
  let isExpired = true;
  let reading: Promise<Versions> | undefined;
  const kept = new Map<string, { version: string; value: Promise<unknown> }>();

  async function read(): Promise<Versions> {
    const at = clock();
    const rows = await db.selectFrom('list_versions').select(['list', 'version']).execute();
    const minute = ` ${Math.floor(at / minutes(1))}`;
    return { at, minute, of: new Map(rows.map(({ list, version }) => [list, `${version}`])) };
  }

  function renew(): Promise<Versions> {
    isExpired = false;
    const started = read()
      .then((versions) => {
        if (reading === started) latest = versions;
        return versions;
      })
      .catch((error: unknown) => {
        if (!latest) throw error;
        return latest;
      })
      .finally(() => {
        if (reading === started) reading = undefined;
      });
    reading = started;
    return started;
  }

  function find(describe: (versions: Versions) => string): string | Promise<string> {
    const age = latest ? clock() - latest.at : -1;
    if (latest && !reading && !isExpired && age >= 0 && age < MAX_AGE_MS) return describe(latest);
    const versions = (!isExpired && reading) || renew();
    return versions.then(describe);
  }

  const currentRows = (list: string) => find(({ of }) => of.get(list) ?? '');

  return {
    current: (list) => find(({ minute, of }) => (of.get(list) ?? '') + minute),
    currentRows,
    async keep<Value>(list: string, readValue: () => Promise<Value>) {
      const version = await currentRows(list);
      const last = kept.get(list);
      if (last?.version === version) return last.value as Promise<Value>;
      const value = readValue();
      kept.set(list, { version, value });
      value.catch(() => {
        if (kept.get(list)?.value === value) kept.delete(list);
      });
      return value;
    },
    expire() {
      isExpired = true;
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a migration uses the tables of its time.
type AnyDb = Kysely<any>;

const run = (db: AnyDb, statement: string) => sql.raw(statement).execute(db);
const isPostgres = (db: AnyDb) => db.getExecutor().adapter instanceof PostgresAdapter;

/** Creates the table of the versions, and the triggers of the first lists. */
export async function createVersionTriggers(db: AnyDb, tablesOf: Record<string, string[]>): Promise<void> {
  await run(db, 'create table list_versions (list text primary key, version bigint not null)');
  if (isPostgres(db))
    await run(
      db,
      `create function raise_list_version() returns trigger language plpgsql as $$ begin
      insert into list_versions (list, version) values (tg_argv[0], txid_current())
        on conflict (list) do update set version = excluded.version where list_versions.version <> excluded.version;
      return null;
    end $$`,
    );
  await addVersionTriggers(db, tablesOf);
}

/**
 * Creates triggers that raise the version of a list with each write to its tables, by any program. PostgreSQL
 * raises it at the commit, to lock the row of the version for the shortest time. A transaction that holds
 * this lock never waits for another lock.
 */
export async function addVersionTriggers(db: AnyDb, tablesOf: Record<string, string[]>): Promise<void> {
  for (const [list, tables] of Object.entries(tablesOf))
    for (const table of tables) {
      if (isPostgres(db))
        await run(
          db,
          `create constraint trigger ${table}_version after insert or update or delete on ${table}
          deferrable initially deferred for each row execute function raise_list_version('${list}')`,
        );
      else
        for (const write of ['insert', 'update', 'delete'])
          await run(
            db,
            `create trigger ${table}_version_${write} after ${write} on ${table} begin
            insert into list_versions (list, version) values ('${list}', 1)
              on conflict (list) do update set version = version + 1; end`,
          );
    }
}
