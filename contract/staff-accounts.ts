import * as z from 'zod/mini';
import { staffEndpoint } from './endpoint.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';
import { isSingleLine, MAX_EMAIL_LENGTH, multipleLinesMessage } from './single-line.ts';
import { staffRoles } from './staff-access.ts';

/** All except `enable` sign the person out on all devices. */
export const accountChanges = ['disable', 'enable', 'sign-out', 'remove-verification-methods'] as const;
export type AccountChange = (typeof accountChanges)[number];

const ownerOnly = { roles: ['owner'], secondFactor: true } as const;

const Account = z.object({
  _id: z.string(),
  email: z.optional(z.string()),
  emailVerified: z.boolean(),
  isDisabled: z.boolean(),
  /** Number of second factors and passkeys. */
  verificationMethods: z.int(),
  createdAt: z.iso.datetime(),
  lastSignInAt: z.optional(z.iso.datetime()),
  roles: z.array(z.enum(staffRoles)),
});
export type Account = z.infer<typeof Account>;

export const AccountSearch = z.object({
  /** Address or id. */
  account: z
    .string()
    .check(
      z.trim(),
      minLengthCheck(1, 'Enter an email address or the id of an account'),
      maxLengthCheck(MAX_EMAIL_LENGTH, 'Enter an email address or the id of an account'),
      z.refine(isSingleLine, multipleLinesMessage),
    ),
});

/** Uses POST because logs of proxies record URLs, and because the request adds a row to the staff log. */
export const searchAccount = staffEndpoint(ownerOnly, {
  method: 'POST',
  path: '/staff/accounts/search',
  summary: 'Finds the account with this address or id. 409 if Firebase has the accounts.',
  body: AccountSearch,
  response: Account,
  errorStatuses: [422],
});

export const changeAccount = staffEndpoint(ownerOnly, {
  method: 'POST',
  path: '/staff/accounts/:id/changes',
  summary:
    'Disables or enables an account, signs the person out everywhere, or removes all verification methods. 409 if this would disable an owner, or if Firebase has the accounts.',
  body: z.object({ change: z.enum(accountChanges) }),
  errorStatuses: [422],
});
