import { expect, test } from 'vitest';
import { platformMigrations } from '#platform/database/schema/migrations.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { builtInMigrations } from '../app/integrations/integrations.ts';

/** Last migration of each service from before rolling updates. Up to these, migrations may break the version before. */
const exempt: Record<string, string> = {
  platform: '0003',
  server: '0005',
  identity: '0003',
  cards: '0006',
  images: '0002',
};

/** Changes that break the previous version, which still runs while the new one starts. */
const incompatibleChanges: [RegExp, string][] = [
  [/\.(dropTable|dropColumn|dropSchema)\(/, 'removes what the previous version reads'],
  [
    /\.(renameTo|renameColumn|alterColumn|setDataType|setNotNull)\(/,
    'changes what the previous version reads',
  ],
  [
    /alterTable\([^;]*addColumn\((?:(?!addColumn|;)[\s\S])*notNull\(\)(?:(?!addColumn|;)(?!defaultTo)[\s\S])*(addColumn|;)/,
    'adds a column that the previous version does not fill',
  ],
];

const problemsOf = (source: string) =>
  incompatibleChanges.flatMap(([pattern, why]) => (pattern.test(source) ? [why] : []));

const steps = [platformMigrations, serverMigrations, ...builtInMigrations].flatMap(({ service, steps }) =>
  Object.entries(steps).map(([name, { up }]) => ({ service, name, source: String(up) })),
);

test.each(steps)('$service $name is compatible with the previous version', ({ service, name, source }) => {
  if (name.slice(0, 4) <= (exempt[service] ?? '')) expect(exempt).toHaveProperty(service);
  else expect(problemsOf(source)).toEqual([]);
});

test('detects incompatible changes', () => {
  const { name: dropping } = steps.find(({ source }) => problemsOf(source).length > 0) ?? {};
  expect(dropping).toBeDefined();
  const column = (kind: string) => `await db.schema.alterTable('a').addColumn('b', 'text'${kind}).execute();`;
  expect(problemsOf(column(', (c) => c.notNull()'))).toHaveLength(1);
  expect(problemsOf(column(", (c) => c.notNull().defaultTo('')"))).toEqual([]);
  expect(problemsOf(column(''))).toEqual([]);
});
