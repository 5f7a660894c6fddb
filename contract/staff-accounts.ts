import * as z from 'zod/mini';
import { staffEndpoint } from './endpoint.ts';
import { maxLengthCheck, minLengthCheck } from './lengths.ts';
import { isSingleLine, MAX_EMAIL_LENGTH, multipleLinesMessage } from './single-line.ts';
import { staffRoles } from './staff-access.ts';
import { exportUser } from './user-export.ts';

/**
 * All except `enable`, `confirm-address` and `send-confirmation` sign the person out on all devices.
 * `send-confirmation`: emails the link with which the person confirms the address.
 */
export const accountChanges = [
  'disable',
  'enable',
  'confirm-address',
  'send-confirmation',
  'sign-out',
  'remove-verification-methods',
] as const;
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
  /** Present if the deletion of the account was requested. */
  deletion: z.optional(
    z.object({
      requestedAt: z.iso.datetime(),
      /** From when whoever requested the deletion may confirm it. Another owner may do so before. */
      confirmableAt: z.iso.datetime(),
      /** Whether the caller requested it. */
      isOwn: z.boolean(),
    }),
  ),
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
    'Disables or enables an account, confirms its address or emails the link for it again, signs the person out everywhere, or removes all verification methods. 409 if this would disable an owner, or if Firebase has the accounts.',
  body: z.object({ change: z.enum(accountChanges) }),
  errorStatuses: [422],
});

export const exportAccount = staffEndpoint(ownerOnly, {
  method: 'POST',
  path: '/staff/accounts/:id/export',
  summary: 'Exports all data stored about a person who asked for it. 409 if Firebase has the accounts.',
  response: exportUser.response,
});

export const requestDeletion = staffEndpoint(ownerOnly, {
  method: 'PUT',
  path: '/staff/accounts/:id/deletion-request',
  summary:
    'Requests the deletion of an account and emails the person. 409 for an owner, or if Firebase has the accounts.',
});

export const withdrawDeletion = staffEndpoint(ownerOnly, {
  method: 'DELETE',
  path: '/staff/accounts/:id/deletion-request',
  summary: 'Withdraws the request. The account stays.',
});

export const confirmDeletion = staffEndpoint(ownerOnly, {
  method: 'POST',
  path: '/staff/accounts/:id/deletion',
  summary:
    'Deletes an account within seconds, as its owner could. Another owner than the one who requested it must confirm, or the same one a day later (409).',
});
