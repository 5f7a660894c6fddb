import { sendToChild } from '../child.ts';
import { type CpuShares, type Options, type Row, type Sample, type Side, spread } from '../measure.ts';

export type Load = {
  /** Origin of the measured server. */
  url: string;
  /** Id of the process whose CPU time counts, with its descendants. */
  server: number;
  /** Requests as `requestBytes` encodes them, sent in a loop or each once. */
  requests: string[];
  once?: boolean;
  connections: number;
  seconds: number;
  /** Constant rate of requests per second. Without it every connection sends without a pause. */
  perSecond?: number;
  /** Expected statuses, by default 200 only. Any other ends the measurement with an error. */
  statuses?: number[];
  /** Matches every response with the first of the statuses. */
  matches?: RegExp;
  /** The server runs on every core; so does the generator, with a lower priority. */
  allCores?: boolean;
};

/** Times in ms. */
export type Responses = { count: number; inTime: number; p50: number; p99: number };
export type LoadResult = Sample & { busy: CpuShares; statuses: Record<number, Responses> };

export const runLoad = async (load: Load): Promise<LoadResult> =>
  (await sendToChild<LoadResult>('./load/generator.ts', load)).reply;

export type Server = { url: string; pid: number };
type SideLoad = Omit<Load, 'url' | 'server' | 'seconds'>;

/** A server under this load as one side of a comparison. */
export const loadSide = (
  name: string,
  { url, pid }: Server,
  load: (seconds: number) => SideLoad | Promise<SideLoad>,
): Side => ({
  name,
  async measure(seconds) {
    const result = await runLoad({ url, server: pid, seconds, ...(await load(seconds)) });
    return { ...result, ...Object.values(result.statuses)[0] };
  },
});

/** Measures p99 of public reads at a low rate, alternately without and with other load on the site. */
export async function compareReads(
  { url, pid: server }: Server,
  { label, requests, target }: { label: string; requests: string[]; target: number },
  prepareLoad: () => Promise<() => Promise<unknown>>,
  { rounds, seconds }: Pick<Options, 'rounds' | 'seconds'>,
): Promise<Row> {
  const load = { url, server, requests, connections: 8, seconds, perSecond: 200 };
  const read = async () => (await runLoad(load)).statuses[200]?.p99 ?? Number.NaN;
  const [quiet, busy]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const startLoad = await prepareLoad();
    quiet.push(await read());
    const other = startLoad();
    busy.push(await read());
    await other;
  }
  const ratios = busy.map((p99, round) => p99 / (quiet[round] as number));
  return {
    label,
    against: 'while the site is otherwise idle',
    figures: [`p99 ${spread(busy)} ms : ${spread(quiet)} ms, ratio ${spread(ratios)}`],
    target: `p99 at most ${target} times`,
  };
}
