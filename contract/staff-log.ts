import * as z from 'zod/mini';
import { staffEndpoint } from './endpoint.ts';
import { maxLengthCheck } from './lengths.ts';

const ownerOnly = { roles: ['owner'], secondFactor: true } as const;

export const MAX_HEADS_LENGTH = 50_000;

export const verifyLog = staffEndpoint(ownerOnly, {
  method: 'POST',
  path: '/staff/log/verification',
  summary: 'Verifies the log, and compares it with heads that were noted outside the database.',
  body: z.object({
    /** Any text that contains heads, such as the log of the site or a backup's manifest. */
    heads: z.optional(z.string().check(maxLengthCheck(MAX_HEADS_LENGTH, 'Paste a shorter text'))),
  }),
  response: z.object({
    /** The first broken row, as `GET /staff/log` names it. Absent if the log is intact. */
    broken: z.optional(
      z.object({
        _id: z.string(),
        /** `head`: the database no longer records that the chain ends with this row. */
        reason: z.enum(['changed', 'missing', 'head']),
      }),
    ),
    /** Number of verified rows. */
    count: z.int(),
    /** Number of distinct heads in the text. */
    heads: z.int(),
    /** Number of heads whose rows a restore lost. */
    lost: z.int(),
    restores: z.array(z.object({ at: z.iso.datetime(), reason: z.string() })),
  }),
  errorStatuses: [422, 429],
});

export const pruneLog = staffEndpoint(ownerOnly, {
  method: 'DELETE',
  path: '/staff/log',
  summary: 'Deletes entries that are older than three years. 409 for a broken or protected log.',
  response: z.object({ count: z.int() }),
});
