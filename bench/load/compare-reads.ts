import { type Options, type Row, spread } from '../measure.ts';
import { requestBytes } from './connection.ts';
import { GENERATOR_CORE, runLoad } from './run.ts';

const PER_SECOND = 200;

/**
 * Measures how other work affects readers: p99 of `GET /api/reviews` at a low rate, alternately without and with
 * `begin`'s work, which must take longer than the seconds it gets.
 */
export async function compareReadsDuring(
  work: string,
  { url, pid }: { url: string; pid: number },
  { rounds, seconds }: Options,
  startWork: (seconds: number) => Promise<unknown>,
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
    let isFinished = false;
    const other = startWork(seconds).finally(() => (isFinished = true));
    busy.push(await read());
    if (isFinished) throw new Error(`It was over before the reads were: ${work}.`);
    await other;
  }
  const ratios = busy.map((p99, round) => p99 / (quiet[round] as number));
  return {
    label: `GET /api/reviews, ${PER_SECOND} a second, while ${work}`,
    against: 'while the site is otherwise idle',
    figures: [`p99 ${spread(busy)} ms : ${spread(quiet)} ms, ratio ${spread(ratios)}`],
  };
}
