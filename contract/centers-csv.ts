import * as z from 'zod/mini';
import { staffEndpoint } from './endpoint.ts';
import { maxLengthCheck } from './lengths.ts';
import { Preview } from './staff-centers.ts';

const ownerOnly = { roles: ['owner'], secondFactor: true } as const;

export const exportCenters = staffEndpoint(ownerOnly, {
  method: 'GET',
  path: '/staff/centers.csv',
  summary: 'All centers and series as CSV. A row is a series; a center without a series has one row.',
  response: z.string(),
});

export const importCenters = staffEndpoint(ownerOnly, {
  method: 'POST',
  path: '/staff/centers.csv',
  summary:
    'Adds the centers and series of a CSV file, which has the columns of the export. Centers with a known name are changed. Changes nothing if a row is invalid.',
  query: Preview,
  body: z.object({ csv: z.string().check(maxLengthCheck(60_000, 'Use at most 60,000 characters')) }),
  response: z.object({
    centers: z.int(),
    series: z.int(),
    /** Line numbers from 1, which is the header. With errors, nothing was changed. */
    errors: z.array(z.object({ line: z.int(), message: z.string() })),
  }),
  errorStatuses: [422],
});
