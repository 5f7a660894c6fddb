import { spread } from '../figures.ts';
import type { Options, Row } from '../measure.ts';
import { requestBytes } from './connection.ts';
import { GENERATOR_CORE, runLoad } from './run.ts';

const PER_SECOND = 200;

/**
 * What some other work does to those who read: the p99 of `GET /api/reviews`, at a rate far below what the site can do,
 * by turns while nothing else goes on and while `work` does, which goes on for longer than the seconds that it is told.
 */
export async function besideReads(
  work: string,
  { url, pid }: { url: string; pid: number },
  { rounds, seconds }: Options,
  begin: (seconds: number) => Promise<unknown>,
): Promise<Row> {
  const requests = [requestBytes(`${url}/api/reviews`)];
  const read = async () => {
    const load = {
      url,
      server: pid,
      requests,
      connections: 8,
      seconds,
      perSecond: PER_SECOND,
      statuses: [200],
    };
    return (await runLoad({ ...load, core: GENERATOR_CORE })).statuses[200]?.p99 ?? Number.NaN;
  };
  const [quiet, busy]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await read());
    let isOver = false;
    const other = begin(seconds).finally(() => (isOver = true));
    busy.push(await read());
    if (isOver) throw new Error(`It was over before the reads were: ${work}.`);
    await other;
  }
  const ratios = busy.map((p99, round) => p99 / (quiet[round] as number));
  return {
    label: `GET /api/reviews, ${PER_SECOND} a second, while ${work}`,
    against: 'while nothing else goes on',
    figures: [`p99 ${spread(busy)} ms : ${spread(quiet)} ms, ratio ${spread(ratios)}`],
  };
}
