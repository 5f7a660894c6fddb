import type { IncomingMessage } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { MiddlewareHandler } from 'hono';
import type { MetricsRegistry } from '../../observability/metrics-registry.ts';
import type { Metrics } from '../metrics.ts';
import type { RequestHandler } from '../tuning/response-cache.ts';
import { createOverloadResponse, type OverloadBody } from './overload-response.ts';

/**
 * Past what this process can do: 503 with Retry-After at once, so that what came before is answered in time.
 * `always`: whether a request for this address, as it is sent, is never refused.
 */
export async function createLoadShedder(options: {
  securityHeaders: MiddlewareHandler;
  bodyOf: OverloadBody;
  always: (url: string) => boolean;
  believes?: (incoming: IncomingMessage) => boolean;
  record: Metrics['record'];
  metrics?: MetricsRegistry;
  admission?: ReturnType<typeof createConcurrencyGate>;
}) {
  const { record, always, metrics, admission = createConcurrencyGate() } = options;
  const refuse = await createOverloadResponse(options);
  metrics?.gauge('http_requests_under_way', 'Requests that the app works on.', admission.underWay);
  const refused = metrics?.counter(
    'http_requests_refused_total',
    'Requests told 503 because there were too many: under way, or in one round of the event loop.',
    'reason',
  );
  return {
    /** Outermost middleware: what the app works on is under way. */
    count: ((_c, next) => admission.during(next)) satisfies MiddlewareHandler,
    /** In front of the app: refuses what is too much, or calls `otherwise`. */
    answer: ((incoming, outgoing, otherwise) => {
      const { url = '/', method = 'GET' } = incoming;
      const reason = admission.reasonToRefuse();
      if (reason === undefined || always(url)) {
        admission.take();
        return otherwise();
      }
      refused?.({ reason });
      const began = performance.now();
      refuse(incoming, outgoing);
      record(url, method, 503, performance.now() - began);
    }) satisfies RequestHandler,
  };
}

/**
 * Requests under way at once; decision 0022 says why these. `whenBusy`: while the event loop has no idle time, with more
 * each waits for all the others. `ever`: whatever they wait for; what they hold in memory is bounded by it.
 */
const bounds = { whenBusy: 512, ever: 2048 };
/** Once shut, the door opens again at this part of a bound, so that it does not swing with every request. */
const OPENS_AT = 0.75;
/** In a round so many are taken in any case: neither a pause of the machine nor a few hundred who come together are a queue. */
const ANYWAY = 512;
/** How long a round of the event loop goes on taking requests; a new connection waits for its end. */
const MOST_ROUND_MS = 100;

/**
 * Decides whether one more request may come in. Node reads all requests that have come before it takes a new connection
 * or sends on what is under way, and many of ours are done as they are read: then the queue is not under way here but in
 * the system's sockets, and shows as a round of the event loop that will not end.
 */
export function createConcurrencyGate({
  loop = watchEventLoop(),
  limits = bounds,
  now = () => performance.now(),
  atEndOfRound = setImmediate as (done: () => void) => void,
} = {}) {
  let underWay = 0;
  let shut = false;
  let taken = 0;
  let began = 0;
  return {
    reasonToRefuse(): 'under_way' | 'round' | undefined {
      const part = shut ? OPENS_AT : 1;
      shut = underWay >= limits.ever * part || (underWay >= limits.whenBusy * part && loop.isBusy());
      if (shut) return 'under_way';
      return taken >= ANYWAY && now() - began >= MOST_ROUND_MS ? 'round' : undefined;
    },
    /** One more is taken in this round. */
    take(): void {
      if (taken === 0) {
        began = now();
        atEndOfRound(() => {
          taken = 0;
        });
      }
      taken += 1;
    },
    underWay: () => underWay,
    /** Counts it as under way until it is done, whether or not its client still waits. */
    async during(work: () => Promise<void>): Promise<void> {
      underWay += 1;
      try {
        await work();
      } finally {
        underWay -= 1;
      }
    },
  };
}

/** What is measured over: long enough that a burst which one loop swallows is not yet a queue. */
const WINDOW_MS = 100;
/** Its idle time is next to nothing only when work waits. */
const BUSY_FROM = 0.95;
const BUSY_UNTIL = 0.8;

/**
 * Whether the event loop of this thread has had next to no idle time lately. It measures only while it is asked, so
 * that it costs nothing at rest; who asks after a pause hears `false` until a window has passed.
 * @param times in ms since some start: time the loop had nothing to do, and time it worked
 */
export function watchEventLoop(
  times: () => { idle: number; active: number } = () => performance.eventLoopUtilization(),
) {
  let since = times();
  let busy = false;
  return {
    isBusy(): boolean {
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
