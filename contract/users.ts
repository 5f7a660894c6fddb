import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { maxLengthCheck } from './lengths.ts';
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from './single-line.ts';

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
  summary: 'Exchanges an identity token for an access token. Creates or updates the user.',
  body: z.object({
    email: z.string().check(z.trim(), maxLengthCheck(MAX_EMAIL_LENGTH), z.regex(EMAIL_PATTERN)),
  }),
  response: SignedInUser,
  errorStatuses: [422],
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/session',
  access: 'member',
  summary: 'Revokes the access token of this request.',
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/user',
  access: 'member',
  summary:
    'Deletes the account with its unpaid appointments, photos and reviews, and anonymizes paid appointments. Requires a sign-in within the last five minutes.',
  errorStatuses: [409],
});
