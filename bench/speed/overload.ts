import { startSite } from '../../e2e/support/site.ts';
import { keepOnCore } from '../cores.ts';
import type { Arrived } from './overload/arrivals.ts';
import { gather } from './overload/crowd.ts';
import type { Part, Row } from './row.ts';

const times = [2, 5] as const;
const mix = "four times one's hundred appointments, one booking";

type Measured = { capacity: number; served: number; told: Arrived };

/** The site on core 0, more arriving from core 1 than it can do. */
export const overload: Part = async ({ rounds, seconds }) => {
  const site = await startSite({ RATE_LIMIT_SCALE: '1000000' });
  try {
    const crowd = await gather(site);
    keepOnCore(site.pid, 0);
    await crowd.come({ seconds: 2 });
    const measured = new Map<number, Measured[]>(times.map((many) => [many, []]));
    for (let round = 0; round < rounds; round += 1) {
      const capacity = (await crowd.come({ seconds })).mix.inTime;
      for (const many of times) {
        const told = await crowd.come({ seconds, perSecond: Math.round(many * capacity) });
        const served = await crowd.untilServed();
        measured.get(many)?.push({ capacity, told, served });
      }
    }
    return [...measured].flatMap(([many, all]) => rowsOf(many, all));
  } finally {
    await site.stop();
  }
};

function rowsOf(many: number, all: Measured[]): Row[] {
  const at = `At ${many} times capacity`;
  const row = (
    work: string,
    target: string,
    figure: (measured: Measured) => number,
    { against = '', ...shown }: Pick<Partial<Row>, 'against' | 'unit' | 'digits'> = {},
  ): Row => ({ work: `${at}: ${work}`, against, target, figures: all.map(figure), ...shown });
  const capacity = `capacity: ${mix}, 64 clients without a pause`;
  const ms = { unit: 'ms', digits: 0 };
  return [
    row('arrived', '', ({ told, capacity }) => told.mix.asked / capacity, { against: capacity }),
    row('done within 1 s', 'at least 0.5', ({ told, capacity }) => told.mix.inTime / capacity, {
      against: capacity,
    }),
    row('p99 of what was taken', 'at most 1000', ({ told }) => told.mix.acceptedP99, ms),
    row('told 503', '', ({ told }) => told.mix.refused / told.mix.asked, { against: 'all that arrived' }),
    row('p99 of a 503', '', ({ told }) => told.mix.refusedP99, ms),
    row('GET /api/reviews not refused', '1', ({ told }) => told.hot.accepted / told.hot.asked),
    row('its p99', '', ({ told }) => told.hot.acceptedP99, ms),
    row('afterwards, until all is answered at once', '', ({ served }) => served, ms),
  ];
}
