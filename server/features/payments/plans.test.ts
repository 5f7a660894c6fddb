import { CompiledQuery, type KyselyPlugin, PostgresAdapter, sql } from 'kysely';
import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Db, Tables } from '#server/db/tables.ts';
import { claimDueChecks, claimExpired, findFirstPaymentTime } from './repository.ts';

const ROW_COUNT = 20_000;

/** Adds finished payments, and three that can still be paid. */
const fill = (db: Db) =>
  sql`insert into payments (id, appointment_id, intent_id, amount, currency, status, created_at, expires_at, next_check_at)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(ROW_COUNT)})
    select 'c' || n, 'a' || n, 'pi_' || n, 500, 'usd', case when n > ${sql.lit(ROW_COUNT - 3)} then 'open' else 'succeeded' end,
      1000 + n, 1000 + n, 1000 + n from numbers`.execute(db);

/** Indexes of live payments. With three rows, PostgreSQL may choose any of them. */
const indexesOfLive = /payments_to_expire|payments_to_check|one_live_payment_an_appointment/;

/** Returns the plans of the queries that `query` runs. */
async function explainPlan(db: Db, query: (db: Db) => Promise<unknown>): Promise<string> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const explain = isPostgres ? 'explain' : 'explain query plan';
  const plans: Promise<string>[] = [];
  const explainPlugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode') {
        const { sql: text, parameters } = db.getExecutor().compileQuery(node, queryId);
        const explaining = db.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]));
        plans.push(explaining.then(({ rows }) => JSON.stringify(rows)));
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await query(db.withPlugin(explainPlugin));
  expect(plans).toHaveLength(1);
  return (await Promise.all(plans)).join();
}

onBothDatabases([serverMigrations], (open) => {
  test('reads no finished payments in a round of the reconciler', async () => {
    await using database = await open();
    const db = database.db.withTables<Tables>();
    await fill(db);
    await sql`analyze payments`.execute(db);

    const first = await explainPlan(db, async (explained) =>
      expect(await findFirstPaymentTime(explained)).toBe(1001),
    );
    expect(first).toContain('payments_by_age');
    const due = await explainPlan(db, async (explained) => {
      const claimed = await claimExpired(explained, 1_000_000, 2_000_000);
      expect(claimed.map(({ id }) => id).sort()).toEqual(['c19998', 'c19999', 'c20000']);
    });
    const checks = await explainPlan(db, async (explained) => {
      const claimed = await claimDueChecks(explained, 1_000_000, () => 2_000_000);
      expect(claimed.map(({ id }) => id).sort()).toEqual(['c19998', 'c19999', 'c20000']);
    });
    for (const plan of [due, checks]) expect(plan).toMatch(indexesOfLive);
    for (const plan of [first, due, checks]) expect(plan).not.toMatch(/Seq Scan|SCAN charges"/);
  });
});
