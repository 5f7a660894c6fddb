import type { EventLoop } from './event-loop.ts';

export type Bounds = {
  /** Requests under way at once while the event loop has no idle time: with more, each waits for all the others. */
  whenBusy: number;
  /** Requests under way at once, whatever they wait for; what they hold in memory is bounded by it. */
  ever: number;
};

/** Decision 0022 says why these. */
export const bounds: Bounds = { whenBusy: 512, ever: 2048 };
/** Once shut, the door opens again at this part of a bound, so that it does not swing with every request. */
const OPENS_AT = 0.75;

export type Admission = {
  /** Whether one more may come in now. */
  isOpen(): boolean;
  underWay(): number;
  /** Counts it as under way until it is done, whether or not its client still waits. */
  during(work: () => Promise<void>): Promise<void>;
};

export function createAdmission(loop: EventLoop, { whenBusy, ever }: Bounds = bounds): Admission {
  let underWay = 0;
  let shut = false;
  return {
    isOpen() {
      const part = shut ? OPENS_AT : 1;
      shut = underWay >= ever * part || (underWay >= whenBusy * part && loop.isBusy());
      return !shut;
    },
    underWay: () => underWay,
    async during(work) {
      underWay += 1;
      try {
        await work();
      } finally {
        underWay -= 1;
      }
    },
  };
}
