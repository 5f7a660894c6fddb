import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** An owner may do everything; coordinators and door staff work for named centers; moderators see no donor's data. */
export const staffRoles = ['owner', 'coordinator', 'door', 'moderator'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const isStaffRole = (text: string): text is StaffRole => staffRoles.some((role) => role === text);

/** What a member sees of an entry in the staff log about them. */
export const AccessLogEntry = z.object({
  /** ISO 8601. */
  at: z.string(),
  /** `operator`: the command line of the site. */
  role: z.enum([...staffRoles, 'operator']),
  centerId: z.optional(z.string()),
  action: z.string(),
});

const GrantedRole = z.object({ role: z.enum(staffRoles), centerId: z.optional(z.string()) });

export const getStaffMember = endpoint({
  method: 'GET',
  path: '/staff/me',
  access: 'member',
  feature: 'staff',
  summary: "The caller's roles. 404 for a caller without a role.",
  response: z.object({ roles: z.array(GrantedRole) }),
  errorStatuses: [404],
});

export const listAccessLog = endpoint({
  method: 'GET',
  path: '/user/access-log',
  access: 'member',
  feature: 'staff',
  summary: "Who looked at the caller's data or changed it: role, center, time and action. Latest first.",
  response: z.array(AccessLogEntry),
});
