import type * as z from 'zod/mini';
import type { AccessLogEntry } from '#contract/staff.ts';
import type { LogEntry } from './log-repository.ts';

/** What a member sees of an entry: no volunteer's name, and no other person. */
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
