import { performance } from 'node:perf_hooks';

/**
 * Requests in flight; decision 0022 explains the numbers. `whenBusy`: while the event loop has no idle time, when each
 * further request delays all others. `always`: regardless of load, because it bounds memory.
 */
const defaultLimits = { whenBusy: 512, always: 2048 };
/** After an overload, accept requests again at this share of a limit, so that the state does not flip with every request. */
const RESUME_AT = 0.75;
/** Each tick accepts at least this many requests: neither a pause of the machine nor a burst of a few hundred is a queue. */
const MIN_PER_TICK = 512;
/** A longer event loop tick accepts no more requests, because new connections wait for its end. */
const MAX_TICK_MS = 100;

/**
 * Decides whether another request is accepted. Node reads all received requests before it accepts a connection or
 * continues work in flight, and many requests complete as they are read. A queue then builds up in the system's
 * sockets and shows as an event loop tick that does not end, so ticks are limited too.
 */
export function createConcurrencyGate({
  loop = watchEventLoop(),
  limits = defaultLimits,
  now = () => performance.now(),
  onTickEnd = setImmediate as (done: () => void) => void,
} = {}) {
  let inFlight = 0;
  let isOverloaded = false;
  let acceptedInTick = 0;
  let tickStartedAt = 0;
  return {
    /** Returns why the next request must be rejected, or undefined. The values are labels of a metric. */
    overloadReason(): 'in_flight' | 'tick' | undefined {
      const share = isOverloaded ? RESUME_AT : 1;
      isOverloaded =
        inFlight >= limits.always * share || (inFlight >= limits.whenBusy * share && loop.isBusy());
      if (isOverloaded) return 'in_flight';
      return acceptedInTick >= MIN_PER_TICK && now() - tickStartedAt >= MAX_TICK_MS ? 'tick' : undefined;
    },
    /** Counts a request that was accepted in this tick. */
    accept(): void {
      if (acceptedInTick === 0) {
        tickStartedAt = now();
        onTickEnd(() => {
          acceptedInTick = 0;
        });
      }
      acceptedInTick += 1;
    },
    inFlight: () => inFlight,
    /** Counts a request as in flight until `work` settles, even if its client has disconnected. */
    async track(work: () => Promise<void>): Promise<void> {
      inFlight += 1;
      try {
        await work();
      } finally {
        inFlight -= 1;
      }
    },
  };
}

/** Measuring window: long enough that a burst handled in one tick does not count as busy. */
const WINDOW_MS = 100;
/** Share of active time at which the event loop becomes busy: it has almost no idle time only when work is queued. */
const BUSY_FROM = 0.95;
const BUSY_UNTIL = 0.8;

/**
 * Measures whether the event loop of this thread has had almost no idle time lately. It measures only when called, so it
 * costs nothing at rest; after a pause it returns `false` until a window has passed.
 * @param times ms since some start: time without work, and time with work
 */
export function watchEventLoop(
  times: () => { idle: number; active: number } = () => performance.eventLoopUtilization(),
) {
  let windowStart = times();
  let isBusy = false;
  return {
    isBusy(): boolean {
      const now = times();
      const [idle, active] = [now.idle - windowStart.idle, now.active - windowStart.active];
      if (idle + active < WINDOW_MS) return isBusy;
      windowStart = now;
      // A much longer window, from a time without calls, does not describe the current load.
      const isStale = idle + active > 10 * WINDOW_MS;
      isBusy = !isStale && active / (idle + active) >= (isBusy ? BUSY_UNTIL : BUSY_FROM);
      return isBusy;
    },
  };
}
