import { AppError } from '#platform/errors.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Storage } from './storage.ts';

/** Tells the log why something failed, and the caller that it did: 503 with a sentence for people. */
export function logStorageFailures(storage: Storage, log: Log): Storage {
  const told = (doing: string) => (error: unknown) => {
    throw storageFailure(error, doing, log);
  };
  return {
    ...(storage.pathFor && { pathFor: storage.pathFor }),
    read: (id, name) => storage.read(id, name).catch(told('read')),
    write: (id, name, bytes) => storage.write(id, name, bytes).catch(told('write')),
    remove: (id, name) => storage.remove(id, name).catch(told('remove')),
  };
}

export function storageFailure(error: unknown, doing: string, log: Log): AppError {
  log.error({ err: error }, `picture storage: cannot ${doing}`);
  return new AppError('unavailable', {
    message: 'Pictures cannot be stored or shown right now. Please try again later.',
    retryAfter: 30,
    cause: error,
  });
}

const refusals = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'EACCES', 'ENOENT'];

/** Whether a disk that is full, read-only or broken is behind this. */
export const isDiskError = (error: unknown): boolean =>
  refusals.includes((error as { code?: string } | undefined)?.code ?? '');
