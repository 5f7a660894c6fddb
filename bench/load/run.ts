import { sendToChild } from '../child.ts';
import type { Busy, Sample, Side } from '../measure.ts';

export type Load = {
  /** The origin of the measured server. */
  url: string;
  /** The process whose CPU time counts, with all that it started. */
  server: number;
  /** As `requestBytes` gives them; sent round and round, or each once. */
  requests: string[];
  once?: boolean;
  connections: number;
  seconds: number;
  /** So many arrive in each second; without it every connection asks without a pause. */
  perSecond?: number;
  /** Any other one ends the measurement with an error. */
  statuses: number[];
  /** In every response with the first of the statuses. */
  contains?: string;
  /** The generator's own; without it, it runs on every core and gives way to the server. */
  core?: number;
};

/** Times in ms. */
export type Responses = { count: number; inTime: number; p50: number; p99: number };
export type Loaded = Sample & { busy: Busy; statuses: Record<number, Responses> };

export const GENERATOR_CORE = 1;
export const SERVER_CORE = 0;

export const runLoad = async (load: Load): Promise<Loaded> =>
  (await sendToChild<Loaded>('./load/generator.ts', load)).told;

/** A server under this load, as one side of a comparison. */
export const loadSide = (name: string, load: (seconds: number) => Load | Promise<Load>): Side => ({
  name,
  async measure(seconds) {
    const loaded = await runLoad(await load(seconds));
    return { ...loaded, ...Object.values(loaded.statuses)[0] };
  },
});
