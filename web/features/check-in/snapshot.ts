import * as z from 'zod/mini';
import { CenterAppointment, PassKey } from '#contract/staff-check-in.ts';

/** What a device keeps of today's list at a center. */
export const Snapshot = z.object({
  list: z.array(CenterAppointment),
  etag: z.optional(z.string()),
  /** When the list was received, by the server's clock; 0 before the first. */
  fetchedAt: z.number(),
  /** The server's clock minus the device's, in ms. */
  clockOffset: z.number(),
  passKeys: z.array(PassKey),
});
export type Snapshot = z.infer<typeof Snapshot>;

export const emptySnapshot: Snapshot = { list: [], fetchedAt: 0, clockOffset: 0, passKeys: [] };
