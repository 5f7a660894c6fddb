// A process of its own on core 1 that asks for a mix (four times one's appointments, one booking) and tells what was
// answered. Without `perSecond` 64 clients ask without a pause: what comes of it is the site's capacity. With it so many
// requests arrive in every second, however late the answers are, until all connections wait for one.
import type autocannon from 'autocannon';
import { keepOnCore } from '../../cores.ts';
import { type Mix, mixOf } from './mix.ts';
import { createTally, type Tally } from './tally.ts';

export type Arrivals = Mix & { url: string; seconds: number; perSecond?: number };
/** `hot`: of `GET /api/reviews` meanwhile, a hundred a second. */
export type Arrived = { mix: Tally; hot: Tally };

const clients = 64;
/** autocannon lets the arrivals of a second go at its beginning: so many of it begin their seconds one after the other. */
const groups = 50;
const connections = 2000;

process.once('message', async ({ url, seconds, perSecond, ...mix }: Arrivals) => {
  keepOnCore(process.pid, 1);
  const tally = createTally();
  const requests = mixOf(mix);
  const load = (options: Partial<autocannon.Options>, group: number, counts = tally) =>
    counts.count({ url, requests: requests(group), duration: seconds, timeout: 20, ...options });

  if (!perSecond) {
    await load({ connections: clients }, 0);
    process.send?.({ mix: tally.told(), hot: tally.told() } satisfies Arrived);
    return process.disconnect?.();
  }
  const hot = createTally();
  const all = [load({ requests: [{ path: '/api/reviews' }], connections: 4, overallRate: 100 }, 0, hot)];
  for (let group = 0; group < groups; group += 1) {
    all.push(load({ connections: connections / groups, overallRate: Math.round(perSecond / groups) }, group));
    await new Promise((resolve) => setTimeout(resolve, 1000 / groups));
  }
  await Promise.all(all);
  process.send?.({ mix: tally.told(), hot: hot.told() } satisfies Arrived);
  process.disconnect?.();
});
