/** What one side of a comparison did. Times in ms. */
export type Sample = {
  requests: number;
  seconds: number;
  /**
   * User and system time of the measured process, with all threads and child processes. Divided by `requests` it is the
   * cost of a request, which hardly depends on other load on the machine.
   */
  cpuMs: number;
  p99?: number;
};

/** One of the two things that a row compares. */
export type Side = { name: string; measure(seconds: number): Promise<Sample> };

/** One line of the result. */
export type Row = {
  label: string;
  figures: string[];
  target?: string;
  /** Violated rules: the run ends with exit code 1. */
  violations?: string[];
};

export type Options = { rounds: number; seconds: number };
/** Starts, measures and stops what a row needs. */
export type Measurement = (options: Options) => Promise<Row[]>;

/**
 * Measures both sides alternately, so that other load on the machine affects both.
 * @param maxCost how many times the CPU time of `peer` a request may take
 */
export async function compareSides(
  ours: Side,
  peer: Side,
  { rounds, seconds }: Options,
  maxCost: number,
): Promise<Row> {
  // Warm up first: code gets compiled and connections are opened.
  for (const side of [peer, ours]) await side.measure(Math.min(seconds, 2));
  const pairs = await Array.fromAsync({ length: rounds }, async () => ({
    ours: await ours.measure(seconds),
    peer: await peer.measure(seconds),
  }));
  const costs = pairs.map((pair) => cpuPerRequest(pair.ours) / cpuPerRequest(pair.peer));
  const both = (figure: (sample: Sample) => number) =>
    `${median(pairs.map((pair) => figure(pair.ours))).toFixed(0)} : ${median(pairs.map((pair) => figure(pair.peer))).toFixed(0)}`;
  return {
    label: `${ours.name} : ${peer.name}`,
    figures: [
      `${spread(costs, 2)} times the CPU`,
      `${both(cpuPerRequest)} µs`,
      `${both(({ requests, seconds }) => requests / seconds)} a second`,
    ],
    target: `at most ${maxCost} times the CPU`,
    violations: median(costs) > maxCost ? ['too expensive'] : [],
  };
}

/** CPU time per request, in microseconds. */
const cpuPerRequest = ({ cpuMs, requests }: Sample): number => (cpuMs * 1000) / requests;

/** The smallest of the figures that is not below this part of them. */
export const percentile = (figures: readonly number[], part: number): number =>
  figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * part) - 1] ?? Number.NaN;

const median = (figures: readonly number[]): number => percentile(figures, 0.5);

/** Formats `median (min-max)`. */
export const spread = (figures: readonly number[], digits = 1): string => {
  const [middle, min, max] = [median(figures), Math.min(...figures), Math.max(...figures)];
  return `${middle.toFixed(digits)} (${min.toFixed(digits)}-${max.toFixed(digits)})`;
};
