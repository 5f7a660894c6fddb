import type { CreateTableBuilder, SchemaModule } from 'kysely';
import type { Migrations } from '../database/migrate.ts';

/**
 * Migrations of a service with one table. `service`: a unique name, because tests share databases by name.
 */
export const oneTable = (
  service: string,
  create: (schema: SchemaModule) => CreateTableBuilder<never, never>,
): Migrations => ({
  service,
  steps: { '0001-start': { up: ({ schema }) => create(schema).execute() } },
});

/** A table of names for tests of the database layer. */
export const items = oneTable('items', (schema) =>
  schema.createTable('item').addColumn('name', 'text', (c) => c.primaryKey()),
);
export type Items = { item: { name: string } };
