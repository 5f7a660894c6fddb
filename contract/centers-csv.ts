import * as z from 'zod/mini';
import { Displacement, Preview } from './center-administration.ts';
import { staffEndpoint } from './endpoint.ts';
import { maxLengthCheck } from './lengths.ts';
import { visitFields } from './visit.ts';

const ownerOnly = { roles: ['owner'], secondFactor: true } as const;

/** The columns about clinics, which may also have Bengali digits. */
export const clinicColumns = [
  ...(['weekdays', 'from', 'until', 'opens', 'closes', 'interval minutes', 'slots', 'exceptions'] as const),
] as const;

/**
 * The columns of the file, in order. Each series is a row, and a center without a series has one row. Without
 * a column of a visit, centers keep what they have.
 */
export const csvColumns = [
  ...(['name', 'address', 'time zone', 'map link', 'notes'] as const),
  ...clinicColumns,
  ...visitFields,
] as const;

export const exportCenters = staffEndpoint(ownerOnly, {
  method: 'GET',
  path: '/staff/centers.csv',
  summary: 'Exports all centers and series as CSV. A row is a series; a center without a series has one row.',
  response: z.string(),
});

/** In UTF-16 code units. */
export const MAX_CSV_LENGTH = 200_000;
/** Without the header. */
export const MAX_CSV_LINES = 2000;

/** A UTF-16 code unit takes up to 3 bytes in UTF-8, and JSON escapes quotes and line breaks. */
const MAX_BODY_BYTES = 4 * MAX_CSV_LENGTH;

const counts = z.object({ added: z.int(), changed: z.int(), removed: z.int() });

export const importCenters = staffEndpoint(ownerOnly, {
  method: 'POST',
  path: '/staff/centers/import',
  summary:
    'Adds and changes the centers of a CSV file with the columns of the export; names identify centers. The series of a center in the file replace those that it has. Changes nothing if a row is invalid. Each center is changed in a transaction of its own.',
  query: Preview,
  maxBodyBytes: MAX_BODY_BYTES,
  body: z.object({
    csv: z
      .string('Choose a CSV file')
      .check(maxLengthCheck(MAX_CSV_LENGTH, `Choose a file with at most ${MAX_CSV_LENGTH} characters`)),
  }),
  response: z.object({
    centers: counts,
    series: counts,
    /** Names of the centers that are added or changed, including changes of their series. */
    names: z.array(z.string()),
    displaced: z.array(z.extend(Displacement, { center: z.string() })),
    /** Line numbers start at 1, the header. If there are errors, nothing is changed. */
    errors: z.array(z.object({ line: z.int(), message: z.string() })),
  }),
  errorStatuses: [422],
});
