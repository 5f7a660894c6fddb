// Worker process, the only place where files from users are parsed. It runs one job at a time and exits with
// its parent.
import { readFile } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { AppError } from '#platform/errors.ts';
import { drawLogo } from './logo.ts';
import { cleanPicture, makeVariant, measurePicture } from './sharp.ts';
import type { Job, JobResponse } from './worker-pool.ts';

process.on('message', async (job: Job) => {
  const response: JobResponse = { rss: 0, ...(await runJob(job)) };
  response.rss = process.memoryUsage.rss();
  // Collect garbage now: native buffers hold a decoded photo, but the collector counts only their small
  // wrappers.
  process.send?.(response, () => job.kind === 'clean' && globalThis.gc?.());
});
// Exit immediately, even during a job: no process waits for its result.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C signals every process of the terminal. The parent finishes running jobs and then ends the workers.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});

async function runJob(job: Job) {
  try {
    return { outcome: 'done' as const, result: await perform(job) };
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof AppError) return { outcome: 'rejected' as const, code: error.code, message };
    return { outcome: 'failed' as const, message };
  }
}

async function perform(job: Job) {
  if (job.kind === 'resize') {
    const { original, size, format } = job;
    const bytes = typeof original === 'string' ? await readFile(original).catch(() => undefined) : original;
    return bytes && (typeof size === 'string' ? drawLogo(bytes, size) : makeVariant(bytes, size, format));
  }
  await assertPictureType(job.file);
  return job.kind === 'measure' ? measurePicture(job.file) : cleanPicture(job.file);
}

const SUPPORTED_TYPES = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/avif', 'image/gif'];

const HEIC_MESSAGE =
  'This is an iPhone HEIC photo. On the iPhone choose Settings, Camera, Formats, Most Compatible, ' +
  'or share the photo as JPEG, and upload it again.';

/**
 * Checks the type by the file's first bytes, not by its name or declared type.
 * @throws AppError unsupported-picture (415)
 */
async function assertPictureType(file: string): Promise<void> {
  // The detector throws on some files that end inside a header. Treat these as unknown types.
  const type = await fileTypeFromFile(file).catch(() => undefined);
  if (type && SUPPORTED_TYPES.includes(type.mime)) return;
  const isHeic = type && /^image\/hei[cf]/.test(type.mime);
  throw new AppError('unsupported-picture', isHeic ? { message: HEIC_MESSAGE } : {});
}
