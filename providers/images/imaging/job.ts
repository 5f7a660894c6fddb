import type { Format } from '../pictures/picture.ts';
import type { CleanPicture } from './sharp.ts';

/** One piece of work for a process of its own; what it gives stands in `JobResult`. */
export type Job =
  | { kind: 'clean'; file: string }
  /** `original` as bytes, or the path of its file. */
  | { kind: 'vary'; original: Uint8Array | string; width: number; format: Format };

/** A variant is undefined when the file of its original cannot be read. */
export type JobResult<J extends Job> = J extends { kind: 'clean' } ? CleanPicture : Uint8Array | undefined;

/** What the process sends back. `rss`: bytes of memory that it holds by now. */
export type Answer = { rss: number } & (
  | { outcome: 'done'; result: unknown }
  | { outcome: 'refused'; code: string; message: string }
  | { outcome: 'failed'; message: string }
);
