import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Storage } from './storage.ts';

/**
 * Wraps a storage: logs the cause of a failure and throws AppError unavailable (503) with a message for
 * users.
 */
export function logStorageFailures(storage: Storage, log: Log): Storage {
  const fail = (operation: string) => (error: unknown) => {
    throw toStorageError(error, operation, log);
  };
  return {
    ...(storage.pathFor && { pathFor: storage.pathFor }),
    read: (id, name) => storage.read(id, name).catch(fail('read')),
    write: (id, name, bytes) => storage.write(id, name, bytes).catch(fail('write')),
    remove: (id, name) => storage.remove(id, name).catch(fail('remove')),
  };
}

export function toStorageError(error: unknown, operation: string, log: Log): AppError {
  log.error({ err: error }, `picture storage: cannot ${operation}`);
  return new AppError('unavailable', {
    message: 'Pictures cannot be stored or shown right now. Try again later.',
    retryAfter: 30,
    cause: error,
  });
}

const DISK_ERROR_CODES = [
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
  'EACCES',
  'ENOENT',
];

/** Returns whether the error comes from a full, read-only or broken disk. */
export const isDiskError = (error: unknown): boolean =>
  DISK_ERROR_CODES.includes((error as { code?: string } | undefined)?.code ?? '');
