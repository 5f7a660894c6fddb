import * as z from 'zod/mini';
import { IsoDay, TimeOfDay } from './centers.ts';
import { endpoint } from './endpoint.ts';
import { maxLengthCheck } from './lengths.ts';
import { bloodGroups } from './values.ts';

/** How a donor is asked. */
export const channels = ['email', 'text'] as const;
export type Channel = (typeof channels)[number];

export const defaultHours = { from: '08:00', to: '21:00' };

/** Whether and how a donor may be asked to give blood. Off until the donor turns it on. */
export const Availability = z.object({
  mayBeAsked: z.boolean(),
  district: z.optional(z.string()),
  /**
   * How far the donor goes. 1: only the own district. Up to the number of districts in its division: the
   * division. More: everywhere.
   */
  maxDistricts: z.int(),
  /** The hours in which the donor may be asked, in the site's time zone. */
  hours: z.object({ from: z.string(), to: z.string() }),
  channels: z.array(z.enum(channels)),
  /** The ISO day from which the donor may be asked again. */
  pausedUntil: z.optional(z.string()),
  /** Whether the donor may be asked outside these hours if blood is needed within six hours. */
  urgentAtNight: z.boolean(),
  /** As in the latest appointment, unless the donor has entered it here. */
  bloodGroup: z.optional(z.enum(bloodGroups)),
});
export type Availability = z.infer<typeof Availability>;

export const getAvailability = endpoint({
  method: 'GET',
  path: '/user/availability',
  access: 'member',
  feature: 'requests',
  summary: 'Returns whether and how the caller may be asked to give blood.',
  response: Availability,
});

const AvailabilityFields = z.object({
  mayBeAsked: z.boolean(),
  district: z.optional(z.string().check(z.trim(), maxLengthCheck(60))),
  maxDistricts: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 1),
  hours: z._default(z.object({ from: TimeOfDay, to: TimeOfDay }), defaultHours),
  channels: z._default(
    z
      .array(z.enum(channels))
      .check(z.minLength(1, 'Choose at least one way'), maxLengthCheck(channels.length)),
    ['email'],
  ),
  pausedUntil: z.optional(z.nullable(IsoDay)),
  urgentAtNight: z._default(z.boolean(), false),
  bloodGroup: z.optional(z.enum(bloodGroups)),
});
export type AvailabilityFields = z.infer<typeof AvailabilityFields>;

export const setAvailability = endpoint({
  method: 'PUT',
  path: '/user/availability',
  access: 'member',
  feature: 'requests',
  summary: 'Sets whether and how the caller may be asked. `district` is required if `mayBeAsked` is true.',
  body: AvailabilityFields,
  response: Availability,
  errorStatuses: [422],
});
