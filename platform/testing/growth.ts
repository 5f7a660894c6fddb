/** Less than this harms nobody, in ms of CPU time, and is not measured further: at 62 KB quadratic work takes seconds. */
const NEGLIGIBLE_MS = 20;
/** From an eighth of the size to the whole, linear work grows 8 times and quadratic work 64 times. This lies between. */
const MAX_GROWTH = 24;
const STEPS = [1 / 8, 1];
const RUNS = 3;
const ATTEMPTS = 3;

/** CPU time that this thread spends until `run` is done, in ms: other processes and threads do not count. */
async function cpuMs(run: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

export type Growth = { ms: number[]; factor: number };

/**
 * Whether the cost of `run` grows faster than the size of its input, up to `largest`. Undefined when it does not. A
 * pause of the machine or of the garbage collector only ever adds time, so the minimum of several runs counts, and
 * a suspicious result is measured again.
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
    if (large < NEGLIGIBLE_MS || large / small < MAX_GROWTH) return undefined;
    worst = { ms, factor: large / small };
  }
  return worst;
}

async function minimum(run: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let n = 0; n < RUNS; n += 1) least = Math.min(least, await cpuMs(run));
  return least;
}
