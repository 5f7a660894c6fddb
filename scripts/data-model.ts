// Draws the tables of a new database as docs/data-model.svg: `npm run data-model`. A test compares the
// committed file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import { allMigrations } from '../app/storage.ts';
import { inRoot } from './set-up/paths.mjs';

type Column = { table: string; name: string; type: string; isRequired: number; isKey: number };

const [COLUMNS, WIDTH, LINE] = [4, 270, 16];
/** Lines that a table takes in addition to its columns. */
const GAP = 2.4;

/**
 * The columns of all tables except those that record migrations, in the order in which the tables are
 * created.
 */
const allColumns = sql<Column>`
  select t.name as "table", c.name, lower(c.type) as type, c."notnull" as "isRequired", c.pk as "isKey"
  from sqlite_master t join pragma_table_info(t.name) c
  where t.type = 'table' and t.name not glob '*_migration*' order by t.rowid, c.cid`;

async function readColumns(): Promise<Column[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'blood-buddies-'));
  const db = await openDatabase({ dataDir });
  await migrate(db, allMigrations);
  const { rows } = await allColumns.execute(db);
  await db.destroy();
  rmSync(dataDir, { recursive: true });
  return rows;
}

/**
 * Returns the table with an `id` that a column such as `center_id` refers to, if any: `centers`, or
 * `..._centers`.
 */
function findTarget({ table, name }: Column, columns: readonly Column[]): string | undefined {
  const noun = /^(\w+)_id$/.exec(name)?.[1];
  const service = /^(identity|images|cards|platform)_/.exec(table)?.[0] ?? '';
  const pattern = new RegExp(`^${service}(\\w+_)?${noun}s?$`);
  return columns.find((other) => noun && other.name === 'id' && pattern.test(other.table))?.table;
}

const text = (x: number, line: number, style: string, content: string) =>
  `<text x="${x}" y="${line * LINE}" class="${style}">${content}</text>`;

function drawTable(table: string, columns: readonly Column[], all: readonly Column[]): string {
  const rows = columns.map((column, index) => {
    const target = findTarget(column, all);
    const name = column.isRequired || column.isKey ? column.name : `${column.name}?`;
    const type = target ? `→ ${target}` : column.type;
    const right = text(WIDTH - 24, index + 2.2, target ? 'target' : 'type', type);
    return text(8, index + 2.2, column.isKey ? 'key' : 'name', name) + right;
  });
  const rect = `<rect width="${WIDTH - 16}" height="${(columns.length + 1.6) * LINE}" rx="4"/>`;
  return [rect, text(8, 1, 'table', table), ...rows].join('\n');
}

/**
 * Returns the picture, in which keys are bold, `?` marks columns that may be null, and an arrow names the
 * table that a column refers to.
 */
export async function drawDataModel(): Promise<string> {
  const all = await readColumns();
  const byTable = Map.groupBy(all, ({ table }) => table);
  const total = all.length + byTable.size * GAP;
  let [column, line, height] = [0, 0, 0];
  const drawn = [...byTable].map(([table, columns]) => {
    if (line >= total / COLUMNS) [column, line] = [column + 1, 0];
    const y = line * LINE + 8;
    line += columns.length + GAP;
    height = Math.max(height, line);
    return `<g transform="translate(${column * WIDTH + 8} ${y})">\n${drawTable(table, columns, all)}\n</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${COLUMNS * WIDTH}" height="${Math.ceil(height * LINE + 8)}">
<title>The tables of the database</title>
<style>
svg { background: #fff } rect { fill: #fdf6f3; stroke: #b9a8a2 } text { font: 12px sans-serif; fill: #241a17 }
.table { font: bold 13px sans-serif; fill: #9b1c1f } .key { font-weight: bold }
.type, .target { text-anchor: end; fill: #6b5b55 } .target { fill: #9b1c1f }
</style>
${drawn.join('\n')}
</svg>
`;
}

if (import.meta.main) writeFileSync(inRoot('docs', 'data-model.svg'), await drawDataModel());
