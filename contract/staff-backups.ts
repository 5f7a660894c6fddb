import * as z from 'zod/mini';
import { staffEndpoint } from './endpoint.ts';

const ownerOnly = { roles: ['owner'], secondFactor: true } as const;

export const listBackups = staffEndpoint(ownerOnly, {
  method: 'GET',
  path: '/staff/backups',
  summary: 'Lists the backups in BACKUP_DIR, newest first, at most a hundred, and whether one is being made.',
  response: z.object({
    /** `no-folder`: BACKUP_DIR is not set. `postgresql`: the same, and the database has tools of its own. */
    state: z.enum(['ready', 'no-folder', 'postgresql']),
    isRunning: z.boolean(),
    /** The operating system's error message, if the last backup failed. */
    failure: z.optional(z.string()),
    backups: z.array(z.object({ _id: z.string(), madeAt: z.iso.datetime() })),
  }),
});

export const startBackup = staffEndpoint(ownerOnly, {
  method: 'POST',
  path: '/staff/backups',
  summary: 'Starts a backup. 409 while one is being made, or without BACKUP_DIR.',
  response: z.object({ acknowledged: z.boolean() }),
  errorStatuses: [429],
});
