import { setTimeout } from 'node:timers/promises';
import { startSite } from '../../e2e/support/site.ts';
import { keepOnCore } from '../cores.ts';
import { median } from '../figures.ts';
import { gather } from './overload/crowd.ts';
import type { Part, Row } from './row.ts';
import { handlesOf, type Memory, memoryOf } from './soak/process.ts';

const SOAK_MINUTES = 10;
/** Compiled code, caches and pools are there. */
const WARM_UP_S = 30;

/** The site on core 0 for so long at half of what it can do: what does it keep? */
const soakFor =
  (minutes: number): Part =>
  async () => {
    const site = await startSite({ RATE_LIMIT_SCALE: '1000000' });
    try {
      const crowd = await gather(site);
      keepOnCore(site.pid, 0);
      const capacity = (await crowd.come({ seconds: 5 })).mix.inTime;
      const half = Math.round(capacity / 2);
      await crowd.come({ seconds: WARM_UP_S, perSecond: half });
      const handles = await quietHandles(site.pid);

      const coming = crowd.come({ seconds: minutes * 60, perSecond: half });
      const memory = await watch(site.pid, coming);
      const { mix } = await coming;
      const left = (await quietHandles(site.pid)) - handles;
      const [start, middle, end] = [0, 0.5, 1].map((part) => around(memory, part)) as [
        Memory,
        Memory,
        Memory,
      ];
      return rows(minutes, {
        half,
        inTime: mix.inTime / mix.asked,
        p99: mix.acceptedP99,
        start,
        middle,
        end,
        left,
      });
    } finally {
      await site.stop();
    }
  };

export const soak = soakFor(SOAK_MINUTES);

/** Once a second, until it is over. */
async function watch(pid: number, coming: Promise<unknown>): Promise<Memory[]> {
  const seen: Memory[] = [];
  let over = false;
  const ended = coming.finally(() => {
    over = true;
  });
  while (!over) {
    seen.push(memoryOf(pid));
    await Promise.race([ended, setTimeout(1000)]);
  }
  return seen;
}

/** The median of a tenth of all figures: at the start, in the middle or at the end. */
function around(memory: Memory[], part: number): Memory {
  const many = Math.ceil(memory.length / 10);
  const some = memory.slice(Math.round((memory.length - many) * part)).slice(0, many);
  return { resident: median(some.map((one) => one.resident)), own: median(some.map((one) => one.own)) };
}

/** Connections that a client has closed are closed here a moment later: as few as there are within ten seconds. */
async function quietHandles(pid: number): Promise<number> {
  let fewest = handlesOf(pid);
  for (let seconds = 0; seconds < 10; seconds += 1) {
    await setTimeout(1000);
    fewest = Math.min(fewest, handlesOf(pid));
  }
  return fewest;
}

type Soaked = {
  half: number;
  inTime: number;
  p99: number;
  start: Memory;
  middle: Memory;
  end: Memory;
  left: number;
};

function rows(minutes: number, { half, inTime, p99, start, middle, end, left }: Soaked): Row[] {
  const at = `${minutes} min at half capacity (${half} requests a second, a fifth of them bookings)`;
  const row = (work: string, target: string, figure: number, shown: Partial<Row> = {}): Row => ({
    work: `${at}: ${work}`,
    against: '',
    target,
    figures: [figure],
    ...shown,
  });
  const mb = { unit: 'MB', digits: 0 };
  return [
    row('memory of its own at the end', 'at most 1.1', end.own / middle.own, { against: 'in the middle' }),
    ...Object.entries({ 'at the start': start, 'in the middle': middle, 'at the end': end }).flatMap(
      ([when, { own, resident }]) => [
        row(`memory of its own ${when}`, '', own, mb),
        row(`resident ${when}, the mapped database included`, '', resident, mb),
      ],
    ),
    row('handles left open', '0', left, { digits: 0 }),
    row('done within 1 s', '1', inTime, { against: 'all that arrived', digits: 4 }),
    row('p99', '', p99, { unit: 'ms', digits: 0 }),
  ];
}
