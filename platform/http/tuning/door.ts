import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import type { Measures } from '../../measures.ts';
import type { Metrics } from '../metrics.ts';
import { type Bounds, bounds, createAdmission } from './admission.ts';
import { type EventLoop, watchEventLoop } from './event-loop.ts';
import type { HotDoor } from './hot-answers.ts';
import { createRefusal, type RefusalBody } from './refusal.ts';
import { countRounds } from './rounds.ts';

export type OverloadDoor = {
  /** Outermost middleware: what the app works on is under way. */
  count: MiddlewareHandler;
  /** In front of the app: refuses what is too much, or calls `otherwise`. */
  answer: HotDoor;
};

/**
 * Past what this process can do: 503 with Retry-After at once, so that what came before is answered in time.
 * `always`: whether a request for this address, as it is sent, is never refused.
 */
export async function createOverloadDoor(options: {
  frontDoor: MiddlewareHandler;
  bodyOf: RefusalBody;
  always: (url: string) => boolean;
  believes?: (incoming: IncomingMessage) => boolean;
  record: Metrics['record'];
  measures?: Measures;
  loop?: EventLoop;
  limits?: Bounds;
}): Promise<OverloadDoor> {
  const { record, always, loop = watchEventLoop(), limits = bounds } = options;
  const refuse = await createRefusal(options);
  const admission = createAdmission(loop, limits);
  const rounds = countRounds();
  options.measures?.gauge('http_requests_under_way', 'Requests that the app works on.', admission.underWay);
  const refused = options.measures?.counter(
    'http_requests_refused_total',
    'Requests told 503 because there were too many: under way, or in one round of the event loop.',
    'reason',
  );
  return {
    count: (_c, next) => admission.during(next),
    answer(incoming, outgoing, otherwise) {
      const { url = '/', method = 'GET' } = incoming;
      const isOpen = admission.isOpen();
      if ((isOpen && !rounds.isFull()) || always(url)) {
        rounds.take();
        return otherwise();
      }
      refused?.({ reason: isOpen ? 'round' : 'under_way' });
      const began = performance.now();
      refuse(incoming, outgoing);
      record(url, method, 503, performance.now() - began);
    },
  };
}
