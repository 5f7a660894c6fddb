import { expect, test } from 'vitest';
import { platformMigrations } from '#platform/database/schema/migrations.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { builtInMigrations } from '../app/integrations/integrations.ts';

/**
 * Changes in SQL or with Kysely's builder that break the previous version, which still runs while the new one
 * starts.
 */
const incompatibleChanges: [RegExp, string][] = [
  [/\bdrop\s*(table|column|schema)\b/i, 'removes what the previous version reads'],
  [
    /\brename\s*(to|column)\b|\balter\s*column\b|\bset\s*(data\s*type|not\s*null)\b/i,
    'changes what the previous version reads',
  ],
  [
    /alterTable\([^;]*addColumn\((?:(?!addColumn|;)[\s\S])*notNull\(\)(?:(?!addColumn|;)(?!defaultTo)[\s\S])*(addColumn|;)/,
    'adds a column that the previous version does not fill',
  ],
  [
    /\badd column\b(?:(?!\bdefault\b)[^;])*\bnot null\b(?!(?:[^;])*\bdefault\b)/i,
    'adds a column that the previous version does not fill',
  ],
];

const problemsOf = (source: string) =>
  incompatibleChanges.flatMap(([pattern, why]) => (pattern.test(source) ? [why] : []));

const steps = [platformMigrations, serverMigrations, ...builtInMigrations].flatMap(({ service, steps }) =>
  Object.entries(steps).map(([name, { up, ...inSql }]) => ({
    service,
    name,
    source: 'statements' in inSql ? String(inSql.statements) : String(up),
  })),
);

test.each(steps)('$service $name is compatible with the previous version', ({ source }) => {
  expect(problemsOf(source)).toEqual([]);
});

test('detects incompatible changes', () => {
  const column = (kind: string) => `await db.schema.alterTable('a').addColumn('b', 'text'${kind}).execute();`;
  expect(problemsOf(column(', (c) => c.notNull()'))).toHaveLength(1);
  expect(problemsOf(column(", (c) => c.notNull().defaultTo('')"))).toEqual([]);
  expect(problemsOf(column(''))).toEqual([]);
});

test.each([
  ['drop table a', 1],
  ['alter table a drop column b', 1],
  ['alter table a rename to b', 1],
  ['alter table a rename column b to c', 1],
  ['alter table a alter column b type bigint', 1],
  ['alter table a add column b text not null; create index c on a (b)', 1],
  ['alter table a add column b text; create table c (d text not null)', 0],
  ["alter table a add column b text not null default ''", 0],
  ["alter table a add column b text default '' not null", 0],
])('"%s" has %i incompatible changes', (statements, count) => {
  expect(problemsOf(statements)).toHaveLength(count);
});
