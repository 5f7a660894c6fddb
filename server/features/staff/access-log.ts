import type { ResponseOf } from '#contract/endpoint.ts';
import type { listAccessLog } from '#contract/staff.ts';
import type { LogEntry } from './log-repository.ts';

/** What a member sees of an entry: no volunteer's name, and no other person. */
export const toAccessLogEntry = ({
  at,
  role,
  centerId,
  action,
}: Omit<LogEntry, 'actor' | 'people'>): ResponseOf<typeof listAccessLog>[number] => ({
  at: new Date(at).toISOString(),
  role,
  ...(centerId && { centerId }),
  action,
});
