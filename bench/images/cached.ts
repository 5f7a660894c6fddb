import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Site } from '../../e2e/support/site.ts';
import { keepOnCore } from '../cores.ts';
import { tell } from './children.ts';
import type { Load } from './load.ts';
import { coreSecondsOf } from './processes.ts';
import type { RawAnswer } from './raw-server.ts';

/** One way of asking for a picture that the site has at hand. */
export type Asked = { url: string; headers: Record<string, string>; status: number };

/** Both of the site and of node:http, by turns: answers a second, and microseconds of a core an answer. */
export type Cached = { bytes: number; ratios: number[]; cpuRatios: number[]; perSecond: number[] };

/** Site and node:http on the first core, who asks on the second. */
export async function measureCached(
  asked: Asked,
  { pid }: Site,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Cached> {
  keepOnCore(pid, 0);
  const { status, headers, body } = await answerOf(asked);
  if (status !== asked.status) throw new Error(`${asked.url} answered ${status}.`);
  const told: RawAnswer = { status: asked.status, headers, body: body.toString('base64') };
  const raw = await tell<number>('./raw-server.ts', told);
  const rawUrl = `http://127.0.0.1:${raw.told}/`;
  const rawPid = raw.child.pid as number;
  async function measure(url: string, pid: number, seconds: number) {
    const message: Load = { ...asked, url, seconds };
    const before = coreSecondsOf(pid);
    const { told } = await tell<{ answers: number; seconds: number }>('./load.ts', message);
    return {
      perSecond: told.answers / told.seconds,
      perAnswer: (coreSecondsOf(pid) - before) / told.answers,
    };
  }
  const result: Cached = { bytes: body.byteLength, ratios: [], cpuRatios: [], perSecond: [] };
  try {
    await measure(asked.url, pid, 1);
    await measure(rawUrl, rawPid, 1);
    for (let round = 0; round < rounds; round += 1) {
      const bySite = await measure(asked.url, pid, seconds);
      const byRaw = await measure(rawUrl, rawPid, seconds);
      result.perSecond.push(bySite.perSecond);
      result.ratios.push(bySite.perSecond / byRaw.perSecond);
      result.cpuRatios.push(byRaw.perAnswer / bySite.perAnswer);
    }
    return result;
  } finally {
    raw.child.disconnect();
  }
}

/** As it comes over the line: nothing is unpacked. */
async function answerOf({ url, headers }: Asked) {
  const asking = get(url, { headers });
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const { date, connection, 'keep-alive': _, ...rest } = answer.headers as Record<string, string>;
  return { status: answer.statusCode, headers: rest, body: await buffer(answer) };
}
