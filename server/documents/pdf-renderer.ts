import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AppError } from '#platform/errors.ts';
import { ChildDiedError, ChildTimeoutError, createChildPool, startChild } from '#platform/jobs/child-pool.ts';
import { createFairQueue } from '#platform/jobs/fair-queue.ts';
import { requesterAddress } from '#platform/observability/request-context.ts';
import { seconds } from '#platform/time.ts';
import type { RenderedPdf } from './pdf-worker.ts';

/** `template`: Typst, beginning with `pdfLayout`. `data`: what it shows, as JSON. */
export type PdfDocument = { template: string; data: object };

export type PdfRenderer = {
  /**
   * Renders a PDF. Schedules requests round-robin by client address, then by account.
   * @throws AppError unavailable (503) if the queue is full, the child process crashed twice, or rendering timed out
   */
  render(document: PdfDocument, account?: string): Promise<Uint8Array>;
  close(): void;
};

const childEntry = fileURLToPath(new URL('./pdf-worker.ts', import.meta.url));

/**
 * Renders one document at a time in a child process of lower priority. The process uses 200 MB, so it is stopped after
 * a while without work.
 */
export function createPdfRenderer({
  start = (): ChildProcess => startChild(childEntry),
  timeoutMs = seconds(20),
  idleMs = seconds(15),
  maxWaiting = 50,
} = {}): PdfRenderer {
  const queue = createFairQueue({
    concurrency: 1,
    maxWaiting,
    createFullError: () => new AppError('unavailable', { retryAfter: 10 }),
  });
  const pool = createChildPool<PdfDocument, RenderedPdf>({ start, timeoutMs, idleMs });

  async function render(document: PdfDocument): Promise<Uint8Array> {
    const result = await pool.perform(document).catch((cause: unknown) => {
      const isChildFailure = cause instanceof ChildDiedError || cause instanceof ChildTimeoutError;
      throw isChildFailure ? new AppError('unavailable', { retryAfter: 5, cause }) : cause;
    });
    if ('failed' in result) throw new Error(`The PDF could not be rendered: ${result.failed}`);
    return result.pdf;
  }

  return {
    render: (document, account = '') =>
      queue.add({ address: requesterAddress(), account }, () => render(document)),
    close: pool.close,
  };
}
