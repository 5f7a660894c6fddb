// A process of its own: it alone parses what strangers send. It does one job at a time and ends with its parent.
import { readFile } from 'node:fs/promises';
import { AppError } from '#platform/errors.ts';
import { assertPictureType } from './detect.ts';
import type { Answer, Job } from './job.ts';
import { cleanPicture, makeVariant } from './sharp.ts';

process.on('message', async (job: Job) => {
  const answer: Answer = { rss: 0, ...(await outcomeOf(job)) };
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
