// A process of its own: it alone parses what strangers send. It does one job at a time and ends with its parent.
import { readFile } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { AppError } from '#platform/errors.ts';
import { cleanPicture, makeVariant } from './sharp.ts';
import type { Job, JobResponse } from './worker-pool.ts';

process.on('message', async (job: Job) => {
  const answer: JobResponse = { rss: 0, ...(await outcomeOf(job)) };
  answer.rss = process.memoryUsage.rss();
  // A phone's whole photo has been through here: the collector sees small objects only, and would let many gather.
  process.send?.(answer, () => job.kind === 'clean' && globalThis.gc?.());
});
// At once, even in the middle of a picture: nobody waits for it any more.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Ctrl-C reaches every process of the terminal; the parent lets what is under way finish, and then ends us.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});

async function outcomeOf(job: Job) {
  try {
    return { outcome: 'done' as const, result: await perform(job) };
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof AppError) return { outcome: 'refused' as const, code: error.code, message };
    return { outcome: 'failed' as const, message };
  }
}

async function perform(job: Job) {
  if (job.kind === 'vary') {
    const { original, width, format } = job;
    const bytes = typeof original === 'string' ? await readFile(original).catch(() => undefined) : original;
    return bytes && makeVariant(bytes, width, format);
  }
  await assertPictureType(job.file);
  return cleanPicture(job.file);
}

const readableTypes = ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/avif', 'image/gif'];

const heicAdvice =
  'This is an iPhone HEIC photo. On the iPhone choose Settings, Camera, Formats, Most Compatible, ' +
  'or share the photo as JPEG, and upload it again.';

/**
 * Decides by the first bytes of the content; a name or a declared type proves nothing.
 * @throws AppError unsupported-picture (415)
 */
async function assertPictureType(file: string): Promise<void> {
  // The detector throws on some files that are cut short inside a header: those are of no type either.
  const found = await fileTypeFromFile(file).catch(() => undefined);
  if (found && readableTypes.includes(found.mime)) return;
  const heic = found && /^image\/hei[cf]/.test(found.mime);
  throw new AppError('unsupported-picture', heic ? { message: heicAdvice } : {});
}
