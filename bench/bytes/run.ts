// What a row of each table that grows takes in PostgreSQL, its indexes included: `node bench/bytes/run.ts`.
import pg from 'pg';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import { platformMigrations } from '#platform/schema/migrations.ts';
import { startPostgres } from '#platform/testing/postgres-server.ts';
import { serverMigrations } from '#server/schema/migrations.ts';
import { standInMigrations } from '../../third-parties.ts';
import { tables } from './tables.ts';

const ROWS = 100_000;

const server = await startPostgres();
const database = await openDatabase({ url: server.url });
await migrate(database, [platformMigrations, serverMigrations, ...standInMigrations]);
await database.destroy();

const client = new pg.Client({ connectionString: server.url });
await client.connect();
console.log('| table | bytes a row | of them indexes |\n|---|---|---|');
for (const [table, values] of Object.entries(tables)) {
  const names = Object.keys(values);
  await client.query(
    `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')})
     select ${Object.values(values).join(', ')} from generate_series(1, ${ROWS}) as n`,
  );
  const { rows } = await client.query(
    `select pg_total_relation_size($1::regclass)::int as all, pg_indexes_size($1::regclass)::int as indexes`,
    [table],
  );
  const a = (bytes: number) => Math.round(bytes / ROWS);
  console.log(`| ${table} | ${a(rows[0].all)} | ${a(rows[0].indexes)} |`);
}
await client.end();
await server.stop();
