import * as z from 'zod/mini';
import { endpoint, staffEndpoint } from './endpoint.ts';
import { maxLengthCheck } from './lengths.ts';
import { bloodGroups } from './values.ts';

export const needLevels = ['enough', 'low', 'urgent'] as const;
export type NeedLevel = (typeof needLevels)[number];

/** After this time a level is no longer known. */
export const NEED_HOURS = 24;

const Key = { bloodGroup: z.enum(bloodGroups), district: z.string() };

export const Need = z.object({
  ...Key,
  level: z.enum([...needLevels, 'unknown']),
  updatedAt: z.iso.datetime(),
});
export type Need = z.infer<typeof Need>;

export const listNeeds = endpoint({
  method: 'GET',
  path: '/needs',
  access: 'public',
  feature: 'requests',
  summary: 'Lists how much blood of each group is needed. A level is `unknown` 24 hours after it was set.',
  response: z.array(Need),
});

const coordinators = { roles: ['owner', 'coordinator'], secondFactor: false } as const;

export const listStaffNeeds = staffEndpoint(coordinators, {
  feature: 'requests',
  method: 'GET',
  path: '/staff/needs',
  summary: 'Lists the same levels, for the page on which they are set.',
  response: z.array(Need),
});

export const setNeed = staffEndpoint(coordinators, {
  feature: 'requests',
  method: 'PUT',
  path: '/staff/needs',
  summary: 'Sets how much blood of a group is needed in a district.',
  body: z.object({
    bloodGroup: Key.bloodGroup,
    district: z.string().check(z.trim(), maxLengthCheck(60)),
    level: z.enum(needLevels),
  }),
  response: Need,
  errorStatuses: [422],
});
