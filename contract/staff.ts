import * as z from 'zod/mini';
import { isEmailAddress } from './email-address.ts';
import { endpoint, staffEndpoint } from './endpoint.ts';
import { maxLengthCheck } from './lengths.ts';
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from './single-line.ts';
import { centerRoles, isCenterId, type StaffRole, staffRoles } from './staff-access.ts';

/** An entry in the staff log, as the member whom it concerns sees it. */
export const AccessLogEntry = z.object({
  /** ISO 8601. */
  at: z.string(),
  /** `operator`: the command line of the site. */
  role: z.enum([...staffRoles, 'operator']),
  centerId: z.optional(z.string()),
  action: z.string(),
});

export const GrantedRole = z.object({ role: z.enum(staffRoles), centerId: z.optional(z.string()) });

const everyRole = { roles: staffRoles, secondFactor: false } as const;
/** Access to endpoints that decide who sees donors' data. */
const ownerOnly = { roles: ['owner'], secondFactor: true } as const;

/** The caller's roles and shift. */
export const OwnStaff = z.object({
  roles: z.array(GrantedRole),
  /** ISO 8601. */
  shiftEndsAt: z.string(),
  /** True if this sign-in used a second factor. */
  secondFactor: z.boolean(),
  /** False if no email server is set, because emails are then only files on the server. */
  sendsEmail: z.optional(z.boolean()),
});

export const getStaffMember = staffEndpoint(everyRole, {
  method: 'GET',
  path: '/staff/me',
  summary:
    "Returns the caller's roles, and when the shift on this device ends. The first request of a device starts a shift.",
  response: OwnStaff,
});

export const joinStaff = endpoint({
  method: 'POST',
  path: '/staff/join',
  access: 'member',
  feature: 'staff',
  summary:
    "Accepts the invitations to the caller's confirmed address; with the token of the owner link, makes the caller the first owner.",
  body: z.object({ token: z.optional(z.string().check(maxLengthCheck(200))) }),
  response: z.object({ roles: z.array(GrantedRole) }),
  errorStatuses: [404, 410, 422],
});

const Shift = z.object({
  _id: z.string(),
  userId: z.string(),
  /** The current address. Empty if the account has none. */
  email: z.string(),
  /** The browser, such as `Firefox on Android`. Empty if unknown. */
  device: z.string(),
  startedAt: z.string(),
  endsAt: z.string(),
  isOwnDevice: z.boolean(),
});

export const listShifts = staffEndpoint(everyRole, {
  method: 'GET',
  path: '/staff/shifts',
  summary: "Lists the caller's shifts that have not ended; for an owner with a second factor, all shifts.",
  response: z.array(Shift),
});

export const endShift = staffEndpoint(everyRole, {
  method: 'DELETE',
  path: '/staff/shifts/:id',
  summary:
    'Ends a shift of the caller; an owner with a second factor may end any shift. The device must sign in again.',
});

export type LogCursor = { at: number } | { seq: number };

/** Parses the `_id` of the previous page's last entry, or a time. */
export const parseLogCursor = (text: string): LogCursor =>
  /^\d{1,15}$/.test(text) ? { seq: Number(text) } : { at: Date.parse(text) };

const invalidEmail = 'Enter an email address';

const email = z
  .string(invalidEmail)
  .check(z.trim(), maxLengthCheck(MAX_EMAIL_LENGTH, invalidEmail), z.regex(EMAIL_PATTERN, invalidEmail));

const RoleScope = {
  role: z.enum(staffRoles),
  centerIds: z.optional(
    z.array(z.string().check(z.trim(), z.refine(isCenterId, 'Choose a center'))).check(maxLengthCheck(100)),
  ),
};
type RoleScope = { role: StaffRole; centerIds?: string[] | undefined };

const hasCentersIfNeeded = z.refine<RoleScope>(
  ({ role, centerIds = [] }) => centerIds.length > 0 || !centerRoles.includes(role),
  { path: ['centerIds'], error: 'Choose at least one center for this role' },
);
const hasNoUnneededCenters = z.refine<RoleScope>(
  ({ role, centerIds = [] }) => centerIds.length === 0 || centerRoles.includes(role),
  { path: ['centerIds'], error: 'This role is for the whole site. Remove the centers' },
);

export const listMembers = staffEndpoint(ownerOnly, {
  method: 'GET',
  path: '/staff/members',
  summary: 'Lists the people with a role, and the invitations that were not accepted yet.',
  response: z.array(
    z.object({
      /** The account. Absent for an invitation. */
      userId: z.optional(z.string()),
      /** The current address. Empty if the account has none. */
      email: z.string(),
      role: z.enum(staffRoles),
      centerIds: z.array(z.string()),
      /** True until the person accepts the invitation. */
      isInvited: z.boolean(),
    }),
  ),
});

export const addMember = staffEndpoint(ownerOnly, {
  method: 'POST',
  path: '/staff/members',
  summary: 'Gives a role to an account with a confirmed address. Invites any other person by email.',
  body: z
    .object({ email: email.check(z.refine(isEmailAddress, invalidEmail)), ...RoleScope })
    .check(hasCentersIfNeeded, hasNoUnneededCenters),
  response: z.object({
    acknowledged: z.boolean(),
    /** True if the person must accept an invitation first. */
    isInvited: z.boolean(),
  }),
  errorStatuses: [422],
});

export const removeMember = staffEndpoint(ownerOnly, {
  method: 'DELETE',
  path: '/staff/members',
  summary:
    "Takes a role from an account or from the owner of an address, withdraws the invitation, and ends the person's shifts. 409 for the last owner.",
  body: z
    .object({
      userId: z.optional(z.string().check(maxLengthCheck(128))),
      email: z.optional(email),
      ...RoleScope,
    })
    .check(
      // Allow removing a center's role without a center, because earlier versions granted such roles.
      hasNoUnneededCenters,
      z.refine(({ userId, email }) => userId !== undefined || email !== undefined, {
        path: ['email'],
        error: invalidEmail,
      }),
    ),
  errorStatuses: [422],
});

/** Maximum number of entries in a response. */
export const LOG_PAGE_SIZE = 100;

export const listLog = staffEndpoint(ownerOnly, {
  method: 'GET',
  path: '/staff/log',
  summary: 'Lists the actions of staff, latest first, at most a hundred entries.',
  query: z.object({
    before: z.optional(
      z.string().check(
        maxLengthCheck(40),
        z.refine(
          (text) => !Object.values(parseLogCursor(text)).some(Number.isNaN),
          'Use the `_id` of an entry, or an ISO 8601 time',
        ),
      ),
    ),
  }),
  response: z.array(
    z.object({
      /** Number of the row, as `npm run cli -- log verify` names it. */
      _id: z.string(),
      at: z.string(),
      role: z.enum([...staffRoles, 'operator']),
      /** Address of the person who acted. Absent for the command line and deleted accounts. */
      actor: z.optional(z.string()),
      device: z.optional(z.string()),
      centerId: z.optional(z.string()),
      action: z.string(),
      /** Ids of the accounts that the entry concerns, except deleted accounts. */
      people: z.array(z.string()),
    }),
  ),
  errorStatuses: [422],
});

export const listAccessLog = endpoint({
  method: 'GET',
  path: '/user/access-log',
  access: 'member',
  feature: 'staff',
  summary:
    "Lists staff access to the caller's data and changes to it, with role, center, time and action. Latest first.",
  response: z.array(AccessLogEntry),
});
