import { writeFile } from 'node:fs/promises';
import type { Database } from '#platform/database/open.ts';
import { SetupError } from '#platform/errors.ts';
import { systemClock as clock } from '#platform/time.ts';
import type { Tables } from '#server/db/tables.ts';
import { hasAppointmentOn } from '#server/features/appointments/repository.ts';
import { toCsv } from '#server/features/centers/csv.ts';
import { type ImportResult, importCenters } from '#server/features/centers/import.ts';
import { listCentersWithSeries } from '#server/features/centers/repository.ts';
import { recordClosed } from '#server/features/closings/rules.ts';
import { notifyMember } from '#server/features/payments/emails.ts';
import { changeAsOperator } from '#server/features/staff/operator-log.ts';
import { listInLine } from '#server/features/waiting-list/rules.ts';
import type { Config } from '../app/config/config.ts';
import { type Command, inDatabase, outboxOf, readText } from './command.ts';
import { openLogKey } from './log-key.ts';

const importFile = (isPreview: boolean): Command[2] =>
  inDatabase(async (database, file, config) => {
    const heads: string[] = [];
    const onHead = (head: string) => void heads.push(`Head of the log, for log verify: ${head}`);
    const result = await run(database, config, { csv: readText(file), isPreview, onHead });
    if (result.errors.length > 0) throw new SetupError(describeErrors(result));
    return [describe(result, isPreview), ...heads].join('\n');
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

async function run(
  database: Database,
  config: Config,
  { csv, isPreview, onHead }: { csv: string; isPreview: boolean; onHead: (head: string) => void },
): Promise<ImportResult> {
  const outbox = outboxOf(database);
  const logging = { clock, logKey: await openLogKey(database, config), onHead };
  return importCenters(
    {
      ...{ clock, publicUrl: config.publicUrl },
      recordClosed: (trx, closed) =>
        recordClosed(trx, { clock, outbox, sendsTexts: config.smsUrl !== undefined }, closed),
      listInLine: (trx, line) => listInLine(trx, { hasAppointmentOn }, line),
      notifyMember: (trx, member, render) => notifyMember(trx, { outbox, clock }, member, render),
      change: (change) => changeAsOperator(database, logging, change),
    },
    csv,
    isPreview,
  );
}

const describeErrors = ({ errors }: ImportResult): string =>
  ['Nothing was changed:', ...errors.map(({ line, message }) => `  line ${line}: ${message}`)].join('\n');

/** Contains no name: the text goes to a terminal. */
function describe({ centers, series, displaced }: ImportResult, isPreview: boolean): string {
  return [
    isPreview ? 'Importing this file would change:' : 'Imported:',
    `  centers: ${centers.added} added, ${centers.changed} changed`,
    `  series: ${series.added} added, ${series.removed} removed`,
    `  appointments without a place: ${displaced.length}`,
  ].join('\n');
}
