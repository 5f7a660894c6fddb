import * as z from 'zod/mini';
import { PublicRequest, RequestFields, requestStates } from './blood-requests.ts';
import { staffEndpoint } from './endpoint.ts';
import { maxLengthCheck } from './lengths.ts';
import { bloodGroups } from './values.ts';

/** Responses contain the data of patients and donors, so a second factor is needed. */
const coordinators = { roles: ['owner', 'coordinator'], secondFactor: true } as const;

const AgreedDonor = z.object({
  _id: z.string(),
  state: z.string(),
  at: z.optional(z.iso.datetime()),
  /** From the donor's latest appointment. */
  name: z.optional(z.string()),
  phone: z.optional(z.string()),
  bloodGroup: z.optional(z.enum(bloodGroups)),
});

export const StaffRequest = z.extend(PublicRequest, {
  initials: z.string(),
  relation: z.string(),
  phone: z.string(),
  note: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** Reports of confirmed accounts since the last decision. */
  reports: z.int(),
  /** How many donors were asked, in how many waves. */
  asked: z.int(),
  waves: z.int(),
  donors: z.array(AgreedDonor),
  /** True if another coordinator has it open. */
  isClaimed: z.boolean(),
});
export type StaffRequest = z.infer<typeof StaffRequest>;

export const listStaffRequests = staffEndpoint(coordinators, {
  feature: 'requests',
  method: 'GET',
  path: '/staff/requests',
  summary: 'Lists requests in a state, those that wait first, at most 200. Every response is logged.',
  query: z.object({ state: z.optional(z.enum(requestStates)) }),
  response: z.array(StaffRequest),
  errorStatuses: [422],
});

export const decideRequest = staffEndpoint(coordinators, {
  feature: 'requests',
  method: 'PUT',
  path: '/staff/requests/:id',
  summary:
    'Approves or refuses a request, and corrects its fields. 409 while another coordinator has it open, or when it is over.',
  body: z.object({
    decision: z.enum(['approve', 'refuse']),
    /** Sent to the family. Required to refuse. */
    reason: z.optional(z.string().check(z.trim(), maxLengthCheck(200))),
    fields: z.optional(z.partial(RequestFields)),
  }),
  response: StaffRequest,
  errorStatuses: [409, 410, 422],
});

const Claim = z.object({ claimedUntil: z.iso.datetime() });

export const claimRequest = staffEndpoint(coordinators, {
  feature: 'requests',
  method: 'PUT',
  path: '/staff/requests/:id/claim',
  summary: 'Claims a request for the caller, or renews the claim. 409 while another coordinator has it open.',
  response: Claim,
  errorStatuses: [409],
});

export const releaseRequest = staffEndpoint(coordinators, {
  feature: 'requests',
  method: 'DELETE',
  path: '/staff/requests/:id/claim',
  summary: "Releases the caller's claim.",
});

export const recordGivenBags = staffEndpoint(coordinators, {
  feature: 'requests',
  method: 'POST',
  path: '/staff/requests/:id/given',
  summary:
    "Records given bags, of a donor of the request or of somebody else. The donor's history and waiting time follow.",
  body: z.object({
    donorId: z.optional(z.string().check(maxLengthCheck(64))),
    bags: z._default(z.int().check(z.minimum(1), z.maximum(10)), 1),
  }),
  response: StaffRequest,
  errorStatuses: [409, 410, 422],
});

const owners = { roles: ['owner'], secondFactor: false } as const;

/** `waveMinutes`: how long to wait for answers before more donors are asked. */
const RequestRules = z.object({
  /** Districts in which requests of confirmed accounts need no approval. */
  withoutApproval: z.array(z.string().check(maxLengthCheck(60))).check(maxLengthCheck(1000)),
  waveMinutes: z.int().check(z.minimum(5, 'Enter at least 5'), z.maximum(240, 'Enter at most 240')),
});
export type RequestRules = z.infer<typeof RequestRules>;

export const getRequestRules = staffEndpoint(owners, {
  feature: 'requests',
  method: 'GET',
  path: '/staff/request-rules',
  summary: 'Returns the rules for requests.',
  response: RequestRules,
});

export const setRequestRules = staffEndpoint(owners, {
  feature: 'requests',
  method: 'PUT',
  path: '/staff/request-rules',
  summary: 'Sets the rules for requests.',
  body: RequestRules,
  response: RequestRules,
  errorStatuses: [422],
});
