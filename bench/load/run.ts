import { sendToChild } from '../child.ts';
import type { CpuShares, Sample, Side } from '../measure.ts';

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
  /** Expected statuses. Any other ends the measurement with an error. */
  statuses: number[];
  /** Text in every response with the first of the statuses. */
  contains?: string;
  /** The server runs on every core; so does the generator, with a lower priority. */
  allCores?: boolean;
};

/** Times in ms. */
export type Responses = { count: number; inTime: number; p50: number; p99: number };
export type LoadResult = Sample & { busy: CpuShares; statuses: Record<number, Responses> };

export const runLoad = async (load: Load): Promise<LoadResult> =>
  (await sendToChild<LoadResult>('./load/generator.ts', load)).reply;

/** A server under this load as one side of a comparison. */
export const loadSide = (name: string, load: (seconds: number) => Load | Promise<Load>): Side => ({
  name,
  async measure(seconds) {
    const result = await runLoad(await load(seconds));
    return { ...result, ...Object.values(result.statuses)[0] };
  },
});
