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
export type Side = { name: string; measure(seconds: number): Promise<Sample> };
export type Pair = { ours: Sample; peer: Sample };

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
export async function compareSides(
  ours: Side,
  peer: Side,
  { rounds, seconds }: Pick<Options, 'rounds' | 'seconds'>,
): Promise<Row & { pairs: Pair[] }> {
  // Warm up first: code gets compiled and connections are opened.
  for (const side of [ours, peer]) await side.measure(Math.min(seconds, 2));
  const pairs = await Array.fromAsync({ length: rounds }, async () => ({
    ours: await ours.measure(seconds),
    peer: await peer.measure(seconds),
  }));
  return { label: ours.name, against: peer.name, pairs };
}

/** CPU time per request, in microseconds. */
export const cpuPerRequest = ({ cpuMs, requests }: Sample): number => (cpuMs * 1000) / requests;
export const perSecond = ({ requests, seconds }: Sample): number => requests / seconds;

const sort = (figures: readonly number[]): number[] => figures.toSorted((a, b) => a - b);

/** The median; of an even number the upper middle value. */
export const median = (figures: readonly number[]): number =>
  sort(figures)[Math.floor(figures.length / 2)] ?? Number.NaN;

/** Formats `median (min-max)`. */
export function spread(figures: readonly number[], digits = 1): string {
  const sorted = sort(figures);
  return `${median(figures).toFixed(digits)} (${sorted[0]?.toFixed(digits)}-${sorted.at(-1)?.toFixed(digits)})`;
}
