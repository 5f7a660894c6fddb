/** The measurements of one side of a comparison. Times are in ms. */
export type Sample = {
  requests: number;
  seconds: number;
  /** User and system time of the measured process, with all threads and child processes. */
  cpuMs: number;
};

/** One of the two sides that a row compares. */
export type Side = { name: string; measure(seconds: number): Promise<Sample> };

/** One line of the result. */
export type Row = {
  label: string;
  figures: string[];
  /** Violated rules, with which the run ends with exit code 1. The targets are in docs/performance.md. */
  violations?: string[];
};

export type Options = { rounds: number; seconds: number };
/** Starts, measures and stops what a row needs. */
export type Measurement = (options: Options) => Promise<Row[]>;

/**
 * Measures both sides alternately, so that other load on the machine affects each of them equally.
 * @param maxCost maximum CPU time per request, as a multiple of that of `peer`
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
    (['ours', 'peer'] as const).map((side) => median(pairs.map((pair) => figure(pair[side]))).toFixed());
  return {
    label: `${ours.name} : ${peer.name}`,
    figures: [
      `${spread(costs, 2)} times the CPU`,
      `${both(cpuPerRequest).join(' : ')} µs`,
      `${both(({ requests, seconds }) => requests / seconds).join(' : ')} a second`,
    ],
    violations: median(costs) > maxCost ? [`more than ${maxCost} times the CPU`] : [],
  };
}

/** CPU time per request, in microseconds. It hardly depends on other load on the machine. */
const cpuPerRequest = ({ cpuMs, requests }: Sample): number => (cpuMs * 1000) / requests;

/** Returns the smallest figure that is at least as large as this share (0 to 1) of the figures. */
export const percentile = (figures: readonly number[], share: number): number =>
  figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * share) - 1] ?? Number.NaN;

const median = (figures: readonly number[]): number => percentile(figures, 0.5);

/** Formats `median (min-max)`. */
export function spread(figures: readonly number[], digits = 0): string {
  const [middle, min, max] = [median(figures), Math.min(...figures), Math.max(...figures)];
  return `${middle.toFixed(digits)} (${min.toFixed(digits)}-${max.toFixed(digits)})`;
}

/** Returns a function that formats one of the figures of all rounds. */
export const spreadOf =
  <Name extends string>(rounds: readonly Record<Name, number>[]) =>
  (name: Name, digits?: number): string =>
    spread(
      rounds.map((round) => round[name]),
      digits,
    );
