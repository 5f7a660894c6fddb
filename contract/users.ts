import * as z from 'zod/mini';
import { Appointment } from './appointments.ts';
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from './email.ts';
import { endpoint } from './endpoint.ts';
import { languages } from './languages.ts';
import { maxLengthMessage, minLengthMessage } from './lengths.ts';
import { OwnPhoto } from './photos.ts';
import { OwnReview } from './reviews.ts';

export const SignedInUser = z.object({
  token: z.string(),
  result: z.object({
    acknowledged: z.boolean(),
    matchedCount: z.int(),
    modifiedCount: z.int(),
    upsertedId: z.optional(z.string()),
  }),
});

export const registerUser = endpoint({
  method: 'PUT',
  path: '/user',
  access: 'identity',
  summary: 'Exchange an identity token for an access token; creates or updates the user.',
  body: z.object({
    email: z.string().check(z.trim(), maxLengthMessage(MAX_EMAIL_LENGTH), z.regex(EMAIL_PATTERN)),
  }),
  response: SignedInUser,
  errorStatuses: [422],
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/session',
  access: 'member',
  summary: 'Revoke the access token presented.',
});

export const endIdentitySessions = endpoint({
  method: 'POST',
  path: '/identity/ended-sessions',
  access: 'public',
  summary: 'The identity provider tells, in a token that it has signed, of sessions that have ended there.',
  body: z.object({ logoutToken: z.string().check(minLengthMessage(1), maxLengthMessage(60_000)) }),
  errorStatuses: [401, 403, 422],
});

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
  createdAt: z.string(),
  lastSignInAt: z.string(),
  /** Of the last 400 days, the newest first. */
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
  summary: 'Everything kept about the caller. Needs a sign-in of the last five minutes.',
  response: z.object({
    user: z.object({
      _id: z.string(),
      email: z.string(),
      name: z.optional(z.string()),
      createdAt: z.string(),
      /** Since when the address is known to be confirmed. */
      emailConfirmedAt: z.optional(z.string()),
      /** What is mailed is in this language. */
      language: z.optional(z.enum(languages)),
      /** Since when no mails on the day before an appointment are wanted. */
      remindersStoppedAt: z.optional(z.string()),
    }),
    appointments: z.array(Appointment),
    photos: z.array(OwnPhoto),
    reportedPhotos: z.array(z.string()),
    /** Those that were given for publication. */
    opinions: z.array(OwnReview),
    /** `2026-11-25`: days of appointments whose reminder was sent, or was not needed. */
    remindedDays: z.array(z.string()),
    sessions: z.array(z.object({ createdAt: z.string(), expiresAt: z.string() })),
    /** What the identity provider keeps; not there where that is a hosted one. */
    identity: z.optional(IdentityRecord),
  }),
  errorStatuses: [409],
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/user',
  access: 'member',
  summary:
    'Delete the account: unpaid appointments and photos go, paid ones become anonymous. Needs a recent sign-in.',
  errorStatuses: [409],
});
