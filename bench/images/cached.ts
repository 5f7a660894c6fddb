import { once } from 'node:events';
import { tell } from './children.ts';
import type { Load } from './load.ts';
import type { RawAnswer } from './raw-server.ts';

/** One way of asking for a picture that the site has at hand. */
export type Asked = { url: string; headers: Record<string, string>; status: number };

/** Both of the site and of node:http, by turns: answers a second, and microseconds of a core an answer. */
export type Cached = { bytes: number; ratios: number[]; cpuRatios: number[]; perSecond: number[] };

/** `siteCpu` gives the seconds of a core that the site has used. */
export async function measureCached(
  asked: Asked,
  siteCpu: () => Promise<number>,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Cached> {
  const answer = await fetch(asked.url, { headers: asked.headers });
  if (answer.status !== asked.status) throw new Error(`${asked.url} answered ${answer.status}.`);
  const body = Buffer.from(await answer.arrayBuffer());
  const { date, connection, 'keep-alive': _, ...headers } = Object.fromEntries(answer.headers);
  const told: RawAnswer = { status: asked.status, headers, body: body.toString('base64') };
  const raw = await tell<number>('./raw-server.ts', told);
  const rawUrl = `http://127.0.0.1:${raw.told}/`;
  const rawCpu = async () => {
    raw.child.send('cpu');
    return (await once(raw.child, 'message'))[0] as number;
  };
  async function measure(url: string, cpu: () => Promise<number>, seconds: number) {
    const message: Load = { ...asked, url, seconds };
    const before = await cpu();
    const { told } = await tell<{ answers: number; seconds: number }>('./load.ts', message);
    return { perSecond: told.answers / told.seconds, perAnswer: ((await cpu()) - before) / told.answers };
  }
  const result: Cached = { bytes: body.byteLength, ratios: [], cpuRatios: [], perSecond: [] };
  try {
    await measure(asked.url, siteCpu, 1);
    await measure(rawUrl, rawCpu, 1);
    for (let round = 0; round < rounds; round += 1) {
      const bySite = await measure(asked.url, siteCpu, seconds);
      const byRaw = await measure(rawUrl, rawCpu, seconds);
      result.perSecond.push(bySite.perSecond);
      result.ratios.push(bySite.perSecond / byRaw.perSecond);
      result.cpuRatios.push(byRaw.perAnswer / bySite.perAnswer);
    }
    return result;
  } finally {
    raw.child.disconnect();
  }
}
