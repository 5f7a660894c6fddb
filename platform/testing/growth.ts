/** In ms of CPU time. Less is not measured further: quadratic work takes seconds at 62 KB. */
const NEGLIGIBLE_MS = 20;
/** Some kernels count CPU time in ticks of this length, so that shorter work may be measured as 0. */
const TICK_MS = 4;
/** From an eighth of the size to all of it, linear work grows by 8 and quadratic work by 64. */
const MAX_GROWTH = 24;
const STEPS = [1 / 8, 1];
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
 * Measures whether the cost of `run` grows faster than the size of its input, up to `largest`; undefined if not. Pauses
 * only add time, so it uses the minimum of several runs and repeats a suspicious measurement.
 */
export async function superlinearGrowth(
  run: (size: number) => unknown,
  largest: number,
): Promise<Growth | undefined> {
  let worst: Growth | undefined;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if ((await cpuMs(() => run(largest))) < NEGLIGIBLE_MS) return undefined;
    const ms = [];
    for (const step of STEPS) ms.push(await minimum(() => run(Math.floor(largest * step))));
    const [small = 0, large = 0] = ms;
    const factor = large / Math.max(small, TICK_MS);
    if (large < NEGLIGIBLE_MS || factor < MAX_GROWTH) return undefined;
    worst = { ms, factor };
  }
  return worst;
}

async function minimum(run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < RUNS; n += 1) least = Math.min(least, await cpuMs(run));
  return least;
}
