import * as z from 'zod/mini';
import { Preview } from './center-administration.ts';
import type { Day } from './days.ts';
import { endpoint, staffEndpoint } from './endpoint.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';
import { bloodGroups } from './values.ts';

const ownerOnly = { roles: ['owner'], secondFactor: true } as const;

/** The columns of the file, in order. Each donation is a row. */
export const donationColumns = ['email', 'date', 'center', 'blood group', 'name'] as const;
export const optionalDonationColumns = ['blood group', 'name'] as const;

/** In UTF-16 code units. */
export const MAX_DONATIONS_LENGTH = 1_000_000;
/** Without the header. */
export const MAX_DONATION_LINES = 5000;
/** Maximum number of donations in a list for a member, and in a request. */
export const MAX_DONATIONS_AT_ONCE = 500;

/** A UTF-16 code unit takes up to 3 bytes in UTF-8, and JSON escapes quotes and line breaks. */
const MAX_BODY_BYTES = 4 * MAX_DONATIONS_LENGTH;

const counts = {
  donors: z.int(),
  donations: z.int(),
};

export const countImportedDonations = staffEndpoint(ownerOnly, {
  method: 'GET',
  path: '/staff/imported-donations',
  summary: 'Counts the imported donations that no member has accepted yet, and their donors.',
  response: z.object(counts),
});

export const importDonations = staffEndpoint(ownerOnly, {
  method: 'POST',
  path: '/staff/imported-donations',
  summary: `Imports donations from a CSV file with the columns ${donationColumns.join(', ')}. Skips donations that are already imported: the same address and day. Changes nothing if a row is invalid.`,
  query: Preview,
  maxBodyBytes: MAX_BODY_BYTES,
  body: z.object({
    csv: z
      .string('Choose a CSV file')
      .check(
        maxLengthCheck(MAX_DONATIONS_LENGTH, `Choose a file with at most ${MAX_DONATIONS_LENGTH} characters`),
      ),
  }),
  response: z.object({
    /** The donations that are added, and their donors. */
    ...counts,
    /** Lines that are skipped, because line `of` has the same address and day. */
    repeated: z.array(z.object({ line: z.int(), of: z.int() })),
    /** Lines that are skipped, because an earlier import had the same address and day. */
    known: z.array(z.int()),
    /** Line numbers start at 1, the header. If there are errors, nothing is changed. */
    errors: z.array(z.object({ line: z.int(), message: z.string() })),
  }),
  errorStatuses: [422],
});

export const eraseImportedDonations = staffEndpoint(ownerOnly, {
  method: 'DELETE',
  path: '/staff/imported-donations',
  summary: 'Erases all imported donations that no member has accepted.',
  response: z.object({ count: z.int() }),
});

/** A donation from before the member used this site, as the community recorded it. */
export const ImportedDonationJson = z.object({
  _id: z.string(),
  /** ISO day. */
  date: z.string(),
  center: z.string(),
  bloodGroup: z.optional(z.enum(bloodGroups)),
  name: z.optional(z.string()),
});
export type ImportedDonation = Omit<z.infer<typeof ImportedDonationJson>, 'date'> & { date: Day };

export const OwnImportedDonations = z.object({
  /** Those imported for the member's address, if it is confirmed. At most 500, latest first. */
  offered: z.array(ImportedDonationJson),
  /** Those in the member's history, latest first. */
  accepted: z.array(ImportedDonationJson),
});

const chosen = z.object({
  ids: z
    .array(z.string().check(maxLengthCheck(64)))
    .check(minLengthCheck(1), maxLengthCheck(MAX_DONATIONS_AT_ONCE)),
});

export const listImportedDonations = endpoint({
  method: 'GET',
  path: '/donations/imported',
  access: 'member',
  feature: 'staff',
  summary:
    "Lists the imported donations in the caller's history, and those for the caller's confirmed address.",
  response: OwnImportedDonations,
});

export const acceptImportedDonations = endpoint({
  method: 'POST',
  path: '/donations/imported/acceptance',
  access: 'member',
  feature: 'staff',
  summary: "Adds imported donations for the caller's confirmed address to the caller's history.",
  body: chosen,
  response: z.object({ count: z.int() }),
  errorStatuses: [422],
});

export const removeImportedDonations = endpoint({
  method: 'POST',
  path: '/donations/imported/removal',
  access: 'member',
  feature: 'staff',
  summary: "Erases imported donations in the caller's history or for the caller's confirmed address.",
  body: chosen,
  response: z.object({ count: z.int() }),
  errorStatuses: [422],
});
