import { sendToChild } from '../child.ts';
import { type CpuShares, type Options, type Row, type Sample, type Side, spreadOf } from '../measure.ts';

export type Load = {
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

/** Origin of the measured server, and id of the process whose CPU time counts, with its descendants. */
export type Server = { url: string; pid: number };

/** Times in ms. */
export type Responses = { count: number; inTime: number; p50: number; p99: number };
/** Times of the responses with the first of the expected statuses; `rejected`: those with the others. */
export type LoadResult = Sample & Responses & { busy: CpuShares; rejected: Responses };

export const runLoad = async ({ url, pid }: Server, load: Load): Promise<LoadResult> =>
  (await sendToChild<LoadResult>('./load/generator.ts', { ...load, url, pid })).reply;

/** A server under this load as one side of a comparison. */
export const loadSide = (
  name: string,
  server: Server,
  load: (seconds: number) => Omit<Load, 'seconds'> | Promise<Omit<Load, 'seconds'>>,
): Side => ({
  name,
  measure: async (seconds) => runLoad(server, { seconds, ...(await load(seconds)) }),
});

/** Measures p99 of public reads at a low rate, alternately without and with other load on the site. */
export async function compareReads(
  site: Server,
  { label, requests, target }: { label: string; requests: string[]; target: number },
  prepareLoad: () => Promise<() => Promise<unknown>>,
  { rounds, seconds }: Pick<Options, 'rounds' | 'seconds'>,
): Promise<Row & { figures: string[] }> {
  const read = () => runLoad(site, { requests, connections: 8, seconds, perSecond: 200 });
  // Warm up first.
  await read();
  const results = await Array.fromAsync({ length: rounds }, async () => {
    const startLoad = await prepareLoad();
    const { p99: quiet } = await read();
    const [, { p99: busy }] = await Promise.all([startLoad(), read()]);
    return { quiet, busy, ratio: busy / quiet };
  });
  const figure = (name: 'quiet' | 'busy' | 'ratio') => spreadOf(results, (result) => result[name]);
  return {
    label,
    against: 'while the site is otherwise idle',
    figures: [`p99 ${figure('busy')} ms : ${figure('quiet')} ms, ratio ${figure('ratio')}`],
    target: `p99 at most ${target} times`,
  };
}
