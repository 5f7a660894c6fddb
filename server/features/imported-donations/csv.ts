import * as z from 'zod/mini';
import { type Day, parseDay } from '#contract/days.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import { isEmailAddress } from '#contract/email-address.ts';
import {
  donationColumns,
  MAX_DONATION_LINES,
  optionalDonationColumns,
} from '#contract/imported-donations.ts';
import { nameHasInvisible } from '#contract/invisible.ts';
import { maxLengthCheck, minLengthCheck } from '#contract/lengths.ts';
import { isSingleLine, isVisible, MAX_EMAIL_LENGTH, multipleLinesMessage } from '#contract/single-line.ts';
import { bloodGroups } from '#contract/values.ts';
import { describeUnclearDates, findDateOrder, toIsoDate } from '#server/documents/csv-dates.ts';
import { type LineError, parseFields, readCsvTable, type TableRow } from '#server/documents/csv-table.ts';

type Column = (typeof donationColumns)[number];

const FIRST_DAY = '1900-01-01';

const line = (maxLength: number) =>
  z.string().check(
    maxLengthCheck(maxLength, `Use at most ${maxLength} characters`),
    z.refine((text) => text === '' || (isVisible(text) && !nameHasInvisible(text)), {
      error: 'Remove invisible characters',
      abort: true,
    }),
    z.refine(isSingleLine, multipleLinesMessage),
  );

const fieldsUntil = (lastDay: Day) =>
  z.object({
    email: line(MAX_EMAIL_LENGTH).check(
      minLengthCheck(1, 'Fill in this field'),
      z.refine(isEmailAddress, 'Enter one email address'),
    ),
    date: z.pipe(
      z.string().check(
        minLengthCheck(1, 'Fill in this field'),
        z.refine((text) => parseDay(text) !== undefined, {
          error: 'Enter a date such as 2026-11-21',
          abort: true,
        }),
        z.refine((text) => text >= FIRST_DAY && text <= lastDay, 'Enter a day in the past'),
      ),
      z.transform((text) => text as Day),
    ),
    center: line(200).check(minLengthCheck(1, 'Fill in this field')),
    bloodGroup: z.optional(z.enum(bloodGroups, `Enter one of ${bloodGroups.join(', ')}`)),
    name: z.optional(line(100)),
  });

export type FileDonation = z.output<ReturnType<typeof fieldsUntil>> & { line: number };
/** A line with the same address and day as the line `of`. */
export type RepeatedLine = { line: number; of: number };

/**
 * Parses a file. If the file has errors, none of it may be imported.
 * @param today the day at the site
 */
export function parseDonations(
  text: string,
  today: Day,
): { donations: FileDonation[]; repeated: RepeatedLine[]; errors: LineError[] } {
  const { rows, errors } = readCsvTable(text, {
    columns: donationColumns,
    optional: optionalDonationColumns,
    maxLines: MAX_DONATION_LINES,
  });
  const order = findDateOrder(rows.map(readDate));
  const schema = fieldsUntil(today);
  const found = new Map<string, FileDonation>();
  const repeated: RepeatedLine[] = [];
  for (const row of rows) {
    const date = readDate(row);
    const fields =
      row.error ??
      parseFields(schema, toFields(row, toIsoDate(date, order)), {
        columns: { bloodGroup: 'blood group' },
        found: describeUnclearDates([['date', date]], order),
      });
    if (typeof fields === 'string') {
      errors.push({ line: row.line, message: fields });
      continue;
    }
    const key = donationKey({ email: fields.email, day: fields.date });
    const first = found.get(key);
    if (first) repeated.push({ line: row.line, of: first.line });
    else found.set(key, { ...fields, line: row.line });
  }
  return { donations: [...found.values()], repeated, errors };
}

/** Identifies a donation: nobody donates twice on a day. */
export const donationKey = ({ email, day }: { email: string; day: Day }): string => `${day} ${email}`;

const readDate = ({ get }: TableRow<Column>): string => toAsciiDigits(get('date'));

function toFields({ get }: TableRow<Column>, date: string) {
  return {
    email: get('email').toLowerCase(),
    date: parseDay(date) ?? date,
    center: get('center'),
    ...(get('blood group') && { bloodGroup: toBloodGroup(get('blood group')) }),
    ...(get('name') && { name: get('name') }),
  };
}

/** Returns the usual forms of a blood group, such as `b +ve`, as one of ours. Any other text is unchanged. */
function toBloodGroup(text: string): string {
  const [, type, sign] = /^(ab|a|b|o)\s*\(?([+\-−–])(?:ve)?\)?$/i.exec(text) ?? [];
  return type && sign ? `${type.toUpperCase()}${sign === '+' ? '+' : '-'}` : text;
}
