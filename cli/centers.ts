import { writeFile } from 'node:fs/promises';
import { SetupError } from '#platform/errors.ts';
import type { Tables } from '#server/db/tables.ts';
import { toCsv } from '#server/features/center-administration/csv.ts';
import { type ImportResult, importCenters } from '#server/features/center-administration/import.ts';
import { listCentersWithSeries } from '#server/features/centers/repository.ts';
import { type Command, createEmailDeps, inDatabase, type RunCommand, readText } from './command.ts';
import { createLoggedCommand } from './logged-command.ts';

const importFile = (isPreview: boolean): RunCommand =>
  createLoggedCommand(async ({ db, withStaffLog, config }, file = '') => {
    const core = {
      ...createEmailDeps(db, config),
      db: db.withTables<Tables>(),
      sendsTexts: config.smsUrl !== undefined,
    };
    const result = await importCenters(core, withStaffLog, readText(file), isPreview);
    if (result.errors.length > 0) throw new SetupError(describeErrors(result));
    return describe(result, isPreview);
  }, 'staff');

export const centerCommands: Command[] = [
  [
    'centers export <file>',
    'writes all centers and their series to a CSV file',
    inDatabase(async (db, file) => {
      await writeFile(file, toCsv(await listCentersWithSeries(db.withTables<Tables>())));
      return `Written: ${file}`;
    }, 'staff'),
  ],
  ['centers import <file>', 'adds and changes the centers of a CSV file', importFile(false)],
  ['centers check <file>', 'says what importing a CSV file would change', importFile(true)],
];

const describeErrors = ({ errors }: ImportResult): string =>
  ['Nothing was changed:', ...errors.map(({ line, message }) => `  line ${line}: ${message}`)].join('\n');

/** Describes the import without names, because the text is printed on a terminal. */
function describe({ centers, series, displaced }: ImportResult, isPreview: boolean): string {
  return [
    isPreview ? 'Importing this file would change:' : 'Imported:',
    `  centers: ${centers.added} added, ${centers.changed} changed`,
    `  series: ${series.added} added, ${series.removed} removed`,
    `  appointments without a place: ${displaced.length}`,
  ].join('\n');
}
