/** CPU time in ms below which `run` counts as fast enough. Quadratic work takes seconds at 62 KB. */
const NEGLIGIBLE_MS = 20;
/**
 * Maximum factor between an eighth of the size and the full size. Linear work grows by 8, quadratic work by
 * 64.
 */
const MAX_GROWTH = 24;
/**
 * The smaller size is the largest one divided by this number. It runs this many times, because a kernel
 * counts CPU time in ticks of up to 4 ms.
 */
const SMALLER = 8;
const RUNS = 3;
const ATTEMPTS = 3;

/** Returns the CPU time of this thread for `run`, in ms. */
async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

export type Growth = { ms: number[]; factor: number };

/**
 * Measures whether the cost of `run` grows faster than the size of its input, up to `largest`. Returns
 * undefined if not. Pauses only add time, so the minimum of several runs counts, and a suspicious measurement
 * is repeated.
 */
export async function superlinearGrowth(
  run: (size: number) => unknown,
  largest: number,
): Promise<Growth | undefined> {
  let worst: Growth | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if ((await cpuMs(() => run(largest))) < NEGLIGIBLE_MS) return undefined;
    const small = await minimum(() => run(Math.floor(largest / SMALLER)), SMALLER);
    const large = await minimum(() => run(largest), 1);
    const factor = large / small;
    if (large < NEGLIGIBLE_MS || factor < MAX_GROWTH) return undefined;
    worst = { ms: [small, large], factor };
  }
  return worst;
}

/** Returns the least CPU time of one call among several measurements of `times` calls each. */
async function minimum(run: () => unknown, times: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < RUNS; n += 1) {
    const ms = await cpuMs(async () => {
      for (let call = 0; call < times; call += 1) await run();
    });
    least = Math.min(least, ms / times);
  }
  return least;
}
