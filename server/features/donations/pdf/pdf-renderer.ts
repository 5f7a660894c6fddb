import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '#platform/errors.ts';
import { ChildDiedError, ChildTimeoutError, createChildPool, startChild } from '#platform/jobs/child-pool.ts';
import { createFairQueue } from '#platform/jobs/fair-queue.ts';
import { requesterAddress } from '#platform/observability/request-context.ts';
import { seconds } from '#platform/time.ts';
import type { DonationsDocument } from './document.ts';
import type { RenderedPdf } from './pdf-maker.ts';

export type PdfRenderer = {
  /**
   * Network addresses take turns, and accounts within an address.
   * @throws AppError unavailable (503) when too many wait already, when two processes died of it, or when it took too long
   */
  render(paper: DonationsDocument, account?: string): Promise<Uint8Array>;
  close(): void;
};

const entry = fileURLToPath(new URL('./pdf-maker.ts', import.meta.url));

/**
 * One paper after another, in a process of its own at a lower priority: it holds 200 MB while it works, which go back to
 * the system once it has had nothing to do for a while.
 */
export function createPdfRenderer({
  start = (): ChildProcess => startChild(entry),
  timeoutMs = seconds(20),
  idleMs = seconds(15),
  maxWaiting = 50,
} = {}): PdfRenderer {
  const queue = createFairQueue({
    concurrency: 1,
    maxWaiting,
    createFullError: () => new AppError('unavailable', { retryAfter: 10 }),
  });
  const pool = createChildPool<DonationsDocument, RenderedPdf>({ start, timeoutMs, idleMs });

  async function make(paper: DonationsDocument): Promise<Uint8Array> {
    const made = await pool.perform(paper).catch((cause: unknown) => {
      const isGone = cause instanceof ChildDiedError || cause instanceof ChildTimeoutError;
      throw isGone ? new AppError('unavailable', { retryAfter: 5, cause }) : cause;
    });
    if ('failed' in made) throw new Error(`The paper was not laid out: ${made.failed}`);
    return made.pdf;
  }

  return {
    render: (paper, account = '') => queue.add({ address: requesterAddress(), account }, () => make(paper)),
    close: pool.close,
  };
}
