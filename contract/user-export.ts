import * as z from 'zod/mini';
import { AppointmentJson } from './appointments.ts';
import { Availability } from './availability.ts';
import { RequestDetails } from './blood-requests.ts';
import { endpoint } from './endpoint.ts';
import { OwnImportedDonations } from './imported-donations.ts';
import { languages } from './languages.ts';
import { OwnPhoto } from './photos.ts';
import { OwnReview } from './reviews.ts';
import { AccessLogEntry, GrantedRole } from './staff.ts';
import { OwnItemDecision } from './staff-moderation.ts';
import { ExportedEntry } from './waiting-list.ts';

const IdentityRecord = z.object({
  emailVerified: z.boolean(),
  picture: z.optional(z.string()),
  phoneNumber: z.optional(z.string()),
  waysIn: z.array(
    z.object({
      provider: z.string(),
      email: z.optional(z.string()),
      name: z.optional(z.string()),
      picture: z.optional(z.string()),
      phoneNumber: z.optional(z.string()),
    }),
  ),
  secondFactors: z.array(
    z.object({
      name: z.optional(z.string()),
      phoneNumber: z.optional(z.string()),
      addedAt: z.string(),
    }),
  ),
  passkeys: z.array(
    z.object({
      name: z.optional(z.string()),
      addedAt: z.string(),
      lastUsedAt: z.optional(z.string()),
    }),
  ),
  createdAt: z.string(),
  lastSignInAt: z.string(),
  /** The last 400 days, newest first. */
  signIns: z.array(
    z.object({
      way: z.string(),
      browser: z.optional(z.string()),
      signedInAt: z.string(),
      lastUsedAt: z.string(),
      endedAt: z.optional(z.string()),
    }),
  ),
});

export const exportUser = endpoint({
  method: 'GET',
  path: '/user/export',
  access: 'member',
  summary: 'Exports all data stored about the caller. Requires a sign-in within the last five minutes.',
  response: z.object({
    user: z.object({
      _id: z.string(),
      email: z.string(),
      name: z.optional(z.string()),
      createdAt: z.string(),
      /** When the site first found the email address verified. */
      emailConfirmedAt: z.optional(z.string()),
      /** The language of emails to this user. */
      language: z.optional(z.enum(languages)),
      /** When the user turned reminders off. */
      remindersStoppedAt: z.optional(z.string()),
    }),
    appointments: z.array(AppointmentJson),
    /** Donations before this site (imported-donations.ts). */
    importedDonations: OwnImportedDonations,
    photos: z.array(OwnPhoto),
    reportedPhotos: z.array(z.string()),
    /** Only those submitted for publication. */
    opinions: z.array(OwnReview),
    /** Days, such as `2026-11-25`, of appointments whose reminder was sent or not needed. */
    remindedDays: z.array(z.string()),
    /** Moderators' decisions about this user's photos and reviews, with objections. */
    decisions: z.array(OwnItemDecision),
    /** Staff who viewed or changed this user's data (staff.ts). */
    accessLog: z.array(AccessLogEntry),
    /** What is stored about this user as staff. */
    staff: z.object({
      roles: z.array(GrantedRole),
      /** Includes a shift until a day after its end. `device`: the browser, such as `Firefox on Android`. */
      shifts: z.array(
        z.object({ device: z.optional(z.string()), startedAt: z.string(), endsAt: z.string() }),
      ),
      /** What this user did as staff, without the people whose data was concerned. */
      actions: z.array(AccessLogEntry),
    }),
    /** Requests for blood: whether this user may be asked, and what the user asked, answered and wrote. */
    bloodRequests: z.object({
      availability: Availability,
      requests: z.array(RequestDetails),
      messages: z.array(z.object({ requestId: z.string(), text: z.string(), at: z.string() })),
    }),
    /** The waiting lists of today and later. */
    waitingLists: z.array(ExportedEntry),
    sessions: z.array(z.object({ createdAt: z.string(), expiresAt: z.string() })),
    /** The identity provider's data. Absent with a hosted identity provider. */
    identity: z.optional(IdentityRecord),
  }),
  errorStatuses: [409],
});
