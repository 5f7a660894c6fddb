import type * as z from 'zod/mini';
import type { AccessLogEntry } from '#contract/staff.ts';
import type { LogEntry } from './log-repository.ts';

/** Converts an entry for the member whom it concerns, without the names of the staff and of other people. */
export const toAccessLogEntry = ({
  at,
  role,
  centerId,
  action,
}: Pick<LogEntry, 'at' | 'role' | 'centerId' | 'action'>): z.infer<typeof AccessLogEntry> => ({
  at: new Date(at).toISOString(),
  role,
  ...(centerId && { centerId }),
  action,
});
