import type { Hono } from 'hono';
import type { Measures } from '../observability/metrics-registry.ts';
import type { Clock } from '../time.ts';
import { createOverloadDoor } from './load-shedding/load-shedder.ts';
import type { RefusalBody } from './load-shedding/overload-response.ts';
import type { Metrics } from './metrics.ts';
import { type WatchOptions, watchRequests } from './request-telemetry.ts';
import { frontDoor } from './security-headers.ts';
import { inTurns } from './tuning/request-queue.ts';
import { createHotAnswers, type HotDoor, type HotPlace } from './tuning/response-cache.ts';

type FrontOptions = Omit<WatchOptions, 'record'> & {
  /** Whether the site is reached over HTTPS. */
  secure: boolean;
  /** The parts of the site whose responses are cached. */
  places: HotPlace[];
  clock: Clock;
  metrics: Metrics;
  measures: Measures;
  refusalBody: RefusalBody;
  /** Addresses that are never refused under load. */
  always: (url: string) => boolean;
};

/**
 * Mounts what every request passes first: counting, turns, the response cache, logs and traces, and common headers. Returns what
 * responds before the app does: from the cache, or with a refusal when there is too much to do.
 */
export async function mountFront(app: Hono, options: FrontOptions): Promise<HotDoor> {
  const { secure, places, clock, metrics, measures, refusalBody, always, ...watch } = options;
  const { believes } = watch;
  const cache = createHotAnswers({ places, clock, believes, count: metrics.countFromMemory });
  const front = frontDoor({ secure });
  const { record } = metrics;
  const overload = await createOverloadDoor({
    frontDoor: front,
    bodyOf: refusalBody,
    believes,
    measures,
    always: (url) => url === '/healthz' || url === '/readyz' || always(url),
    record,
  });
  app.use(overload.count);
  app.use(inTurns(undefined, measures));
  app.use(cache.keep);
  app.use(watchRequests({ record, ...watch }));
  app.use(front);
  return (incoming, outgoing, otherwise) =>
    cache.answer(incoming, outgoing, () => overload.answer(incoming, outgoing, otherwise));
}
