import { performance } from 'node:perf_hooks';

/** What is measured over: long enough that a burst which one loop swallows is not yet a queue. */
const WINDOW_MS = 100;
/** Its idle time is next to nothing only when work waits. */
const BUSY_FROM = 0.95;
const BUSY_UNTIL = 0.8;

export type EventLoop = { isBusy(): boolean };
/** In ms since some start: time the loop had nothing to do, and time it worked. */
type Times = { idle: number; active: number };

/**
 * Whether the event loop of this thread has had next to no idle time lately. It measures only while it is asked, so
 * that it costs nothing at rest; who asks after a pause hears `false` until a window has passed.
 */
export function watchEventLoop(times: () => Times = () => performance.eventLoopUtilization()): EventLoop {
  let since = times();
  let busy = false;
  return {
    isBusy() {
      const now = times();
      const [idle, active] = [now.idle - since.idle, now.active - since.active];
      if (idle + active < WINDOW_MS) return busy;
      since = now;
      // A window that nobody asked about says nothing of this moment.
      const stale = idle + active > 10 * WINDOW_MS;
      busy = !stale && active / (idle + active) >= (busy ? BUSY_UNTIL : BUSY_FROM);
      return busy;
    },
  };
}
