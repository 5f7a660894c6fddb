/** Result of one side in one round. Times in ms. */
export type Sample = {
  requests: number;
  seconds: number;
  /**
   * User and system time of the measured process, with all threads and child processes, read from /proc/<pid>/stat
   * between the first request and the last response. Divided by `requests` it is the cost of a request, independent of
   * other load on the machine.
   */
  cpuMs: number;
  p50?: number;
  p99?: number;
  /** Fractions of one core during the measurement. */
  busy?: CpuShares;
};

export type CpuShares = { server: number; generator: number; others: number };
/** One of the two things that a row compares. */
export type Side<S extends Sample = Sample> = { name: string; measure(seconds: number): Promise<S> };
export type Pair<S extends Sample = Sample> = { ours: S; peer: Sample };

/** One row of the table. */
export type Row = {
  label: string;
  against?: string;
  target?: string;
  pairs?: Pair[];
  /** Results that do not compare two servers. */
  figures?: string[];
  /** Violated rules: the run ends with exit code 1. */
  violations?: string[];
};

export type Options = { rounds: number; seconds: number; appointments: number };

/** Starts, measures and stops what one part of the table needs. */
export type Measurement = (options: Options) => Promise<Row[]>;

/** Measures both sides alternately, so that other load on the machine affects both. */
export async function compareSides<S extends Sample>(
  ours: Side<S>,
  peer: Side,
  { rounds, seconds }: Pick<Options, 'rounds' | 'seconds'>,
): Promise<{ label: string; against: string; pairs: Pair<S>[] }> {
  // Warm up first: code gets compiled and connections are opened.
  for (const side of [peer, ours]) await side.measure(Math.min(seconds, 2));
  const pairs = await Array.fromAsync({ length: rounds }, async () => ({
    ours: await ours.measure(seconds),
    peer: await peer.measure(seconds),
  }));
  return { label: ours.name, against: peer.name, pairs };
}

/** Repeats work for some seconds, for several clients concurrently. `cpuMs` reads the CPU time that counts. */
export async function repeatWork(
  cpuMs: () => number,
  seconds: number,
  clients: (() => unknown)[],
): Promise<Sample> {
  const [cpuBefore, startedAt] = [cpuMs(), performance.now()];
  let requests = 0;
  const repeat = async (work: () => unknown) => {
    for (; performance.now() < startedAt + seconds * 1000; requests += 1) await work();
  };
  await Promise.all(clients.map(repeat));
  const ms = performance.now() - startedAt;
  return { requests, seconds: ms / 1000, cpuMs: cpuMs() - cpuBefore };
}

/** CPU time per request, in microseconds. */
export const cpuPerRequest = ({ cpuMs, requests }: Sample): number => (cpuMs * 1000) / requests;
/** More is better. */
export const ratioByCpu = ({ ours, peer }: Pair): number => cpuPerRequest(peer) / cpuPerRequest(ours);
export const perSecond = ({ requests, seconds }: Sample): number => requests / seconds;

/** The smallest of the figures that is not below this part of them. */
export const percentile = (figures: readonly number[], part: number): number =>
  figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * part) - 1] ?? Number.NaN;

export const median = (figures: readonly number[]): number => percentile(figures, 0.5);

/** Formats `median (min-max)`. */
export const spread = (figures: readonly number[], digits = 1): string => {
  const [middle, min, max] = [median(figures), Math.min(...figures), Math.max(...figures)];
  return `${middle.toFixed(digits)} (${min.toFixed(digits)}-${max.toFixed(digits)})`;
};

/** Formats `median (min-max)` of one figure of these results. */
export const spreadOf = <R>(results: readonly R[], figure: (result: R) => number, digits?: number): string =>
  spread(results.map(figure), digits);
