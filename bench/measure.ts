/** What one side did in one turn. Times in ms. */
export type Sample = {
  requests: number;
  seconds: number;
  /**
   * Of the measured process, by all its threads and all processes that it started: user and system time, read from
   * outside in /proc/<pid>/stat at the first request and after the last response. Divided by `requests` this is what a
   * request costs, whoever else uses the machine.
   */
  cpuMs: number;
  p50?: number;
  p99?: number;
  /** Parts of one core, while it was measured. */
  busy?: Busy;
};

export type Busy = { server: number; generator: number; others: number };
export type Side = { name: string; measure(seconds: number): Promise<Sample> };
export type Pair = { ours: Sample; peer: Sample };

/** One line of the table. */
export type Row = {
  label: string;
  against?: string;
  target?: string;
  pairs?: Pair[];
  /** What is no comparison of servers, in words. */
  figures?: string[];
  /** Rules that were broken: the run ends with exit code 1. */
  broken?: string[];
};

export type Options = { rounds: number; seconds: number; appointments: number };

/** Starts, measures and stops everything that a part of the table needs. */
export type Measurement = (options: Options) => Promise<Row[]>;

/** Measures both sides by turns, so that whatever the machine does meanwhile meets both. */
export async function compareSides(
  ours: Side,
  peer: Side,
  { rounds, seconds }: Pick<Options, 'rounds' | 'seconds'>,
): Promise<Row & { pairs: Pair[] }> {
  // Code is compiled and connections are known before anything counts.
  for (const side of [ours, peer]) await side.measure(Math.min(seconds, 2));
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1)
    pairs.push({ ours: await ours.measure(seconds), peer: await peer.measure(seconds) });
  return { label: ours.name, against: peer.name, pairs };
}

/** The CPU time that a request costs, in microseconds. */
export const cpuPerRequest = ({ cpuMs, requests }: Sample): number => (cpuMs * 1000) / requests;
export const perSecond = ({ requests, seconds }: Sample): number => requests / seconds;
