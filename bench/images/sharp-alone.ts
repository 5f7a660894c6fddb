// The measure for making variants: the same encodings by the picture library in one process, as many at once.
import { constants, setPriority } from 'node:os';
import PQueue from 'p-queue';
import { makeVariant } from '../../providers/images/imaging/sharp.ts';

export type Encodings = { originals: string[]; widths: readonly number[]; atOnce: number };

// As the host's own processes: whatever else runs on the machine takes as much from both.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

process.once('message', async ({ originals, widths, atOnce }: Encodings) => {
  const pictures = originals.map((original) => Buffer.from(original, 'base64'));
  await makeVariant(pictures[0] as Buffer, 162, 'avif');
  const began = performance.now();
  const before = process.cpuUsage();
  const queue = new PQueue({ concurrency: atOnce });
  for (const picture of pictures)
    for (const width of widths) void queue.add(() => makeVariant(picture, width, 'avif'));
  await queue.onIdle();
  const { user, system } = process.cpuUsage(before);
  process.send?.({ ms: performance.now() - began, coreSeconds: (user + system) / 1e6 });
  process.disconnect?.();
});
