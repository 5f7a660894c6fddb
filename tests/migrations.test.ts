import { expect, test } from 'vitest';
import { platformMigrations } from '#platform/database/schema/migrations.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { builtInMigrations } from '../app/integrations/integrations.ts';

/** From before servers were replaced one after the other: the last of each service that may break the version before. */
const free: Record<string, string> = {
  platform: '0003',
  server: '0005',
  identity: '0003',
  cards: '0006',
  images: '0002',
};

/** What the version before, which still runs while the next one starts, would stumble over. */
const breaking: [RegExp, string][] = [
  [/\.(dropTable|dropColumn|dropSchema)\(/, 'takes away what the version before reads'],
  [/\.(renameTo|renameColumn|alterColumn|setDataType|setNotNull)\(/, 'changes what the version before reads'],
  [
    /alterTable\([^;]*addColumn\((?:(?!addColumn|;)[\s\S])*notNull\(\)(?:(?!addColumn|;)(?!defaultTo)[\s\S])*(addColumn|;)/,
    'adds a column that the version before does not fill',
  ],
];

const objections = (source: string) =>
  breaking.flatMap(([pattern, why]) => (pattern.test(source) ? [why] : []));

const steps = [platformMigrations, serverMigrations, ...builtInMigrations].flatMap(({ service, steps }) =>
  Object.entries(steps).map(([name, { up }]) => ({ service, name, source: String(up) })),
);

test.each(steps)('$service $name: the version before goes on working on it', ({ service, name, source }) => {
  if (name.slice(0, 4) <= (free[service] ?? '')) expect(free).toHaveProperty(service);
  else expect(objections(source)).toEqual([]);
});

test('what would break it is found', () => {
  const { name: dropping } = steps.find(({ source }) => objections(source).length > 0) ?? {};
  expect(dropping).toBeDefined();
  const column = (kind: string) => `await db.schema.alterTable('a').addColumn('b', 'text'${kind}).execute();`;
  expect(objections(column(', (c) => c.notNull()'))).toHaveLength(1);
  expect(objections(column(", (c) => c.notNull().defaultTo('')"))).toEqual([]);
  expect(objections(column(''))).toEqual([]);
});
